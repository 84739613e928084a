import type { FastifyInstance } from 'fastify';
import { buildServer, type Routes } from '#kernel/http/server.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Part } from '#kernel/part.ts';
import { dashboardRoutes, operatorRoutes, playerRoutes } from './web-routes.ts';
import { apiRoutes, background, sdkRoutes } from './wiring.ts';

/** Parts that answer requests; they share one server in a process. */
const serving = ['api', 'sdk', 'web'] as const;

/** Names that --only takes. */
export const partNames: readonly string[] = [...serving, ...Object.keys(background)];

const routesFor = (names: ReadonlySet<string>): Routes[] => [
  ...(names.has('api') ? apiRoutes : []),
  ...(names.has('sdk') ? [...sdkRoutes, playerRoutes] : []),
  ...(names.has('web') ? [dashboardRoutes] : []),
];

const listening = async (server: FastifyInstance, kernel: Kernel): Promise<Part> => {
  await server.listen({ port: kernel.config.PORT, host: kernel.config.HOST });
  return { name: 'http', healthy: () => null, stop: () => server.close() };
};

/** Starts the named parts (all when null); what was started is stopped again when one cannot start. */
export const startParts = async (kernel: Kernel, only: ReadonlySet<string> | null): Promise<Part[]> => {
  const started: Part[] = [];
  try {
    const names = only ?? new Set(partNames);
    const server = await buildServer(kernel, [...routesFor(names), operatorRoutes(() => started)]);
    for (const [name, start] of Object.entries(background)) if (names.has(name)) started.push(await start(kernel));
    started.unshift(await listening(server, kernel));
    return started;
  } catch (error) {
    for (const part of started) await part.stop();
    throw error;
  }
};
