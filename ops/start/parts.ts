import type { FastifyInstance } from 'fastify';
import { buildServer } from '#kernel/http/server.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Part } from '#kernel/part.ts';
import { backgroundParts, servingParts } from './composition-root.ts';
import { operatorRoutes } from './web-routes.ts';

/** Names that --only takes. Parts that answer requests share one server in a process. */
export const partNames: readonly string[] = [...Object.keys(servingParts), ...Object.keys(backgroundParts)];

const routesFor = async (names: ReadonlySet<string>): Promise<Routes[]> => {
  const routes: Routes[] = [];
  for (const [name, load] of Object.entries(servingParts)) if (names.has(name)) routes.push(...(await load()));
  return routes;
};

const listening = async (server: FastifyInstance, kernel: Kernel): Promise<Part> => {
  await server.listen({ port: kernel.config.PORT, host: kernel.config.HOST });
  return { name: 'http', healthy: () => null, stop: () => server.close() };
};

/** Starts the named parts (all when null); what was started is stopped again when one cannot start. */
export const startParts = async (kernel: Kernel, only: ReadonlySet<string> | null): Promise<Part[]> => {
  const started: Part[] = [];
  try {
    const names = only ?? new Set(partNames);
    const onlyDelivers = [...names].every((name) => name === 'sdk');
    const server = await buildServer(kernel, [
      ...(await routesFor(names)),
      operatorRoutes(() => started, { onlyDelivers }),
    ]);
    for (const [name, start] of Object.entries(backgroundParts)) if (names.has(name)) started.push(await start(kernel));
    started.unshift(await listening(server, kernel));
    return started;
  } catch (error) {
    for (const part of started) await part.stop();
    throw error;
  }
};
