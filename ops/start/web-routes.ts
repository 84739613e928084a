import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyReply } from 'fastify';
import { isOperator, requireLocalCaller } from '#kernel/http/operator-guard.ts';
import { createReadiness } from '#kernel/http/readiness.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Part } from '#kernel/part.ts';
import { namingContact } from './contact-page.ts';
import { fontRoutes } from './font-routes.ts';
import { namingLegalTexts, readLegalTexts } from './legal-pages.ts';
import { namingPasswordRule } from './password-rule-page.ts';
import { playerFiles } from './player-files.ts';
import { namingProviders } from './social-page.ts';

const root = new URL('../../', import.meta.url).pathname;
const anyone = { policy: { caller: 'anyone' } } as const;
const operator = { policy: { caller: 'operator' } } as const;

/**
 * The player's scripts, for pages of any origin, the fonts of its designs, and its React component
 * to copy.
 */
export const playerRoutes: Routes = async (server, kernel) => {
  await playerFiles(server, kernel);
  await fontRoutes(server, kernel);
  const component = await readFile(join(root, 'dist/player/story-rail.tsx'));
  server.get('/sdk/v1/story-rail.tsx', { config: anyone }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('text/plain; charset=utf-8').send(component),
  );
};

/**
 * The dashboard: hashed files for ever, the studio's page, every other address the one page, that of the kit on this machine
 * alone. An unknown call stays a JSON 404.
 */
export const dashboardRoutes: Routes = async (server, kernel) => {
  const folder = join(root, 'dist/web');
  if (!existsSync(join(folder, 'index.html'))) throw new Error("The dashboard isn't built. Run npm run build.");
  const assets = join(folder, 'assets');
  // The library's own route reads the whole folder twice for each file.
  const names = new Set(await readdir(assets));
  await server.register(async (scope) => {
    scope.scopePolicy = anyone.policy;
    await scope.register(fastifyStatic, {
      root: assets,
      serve: false,
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
    });
    scope.get<{ Params: { '*': string } }>('/assets/*', ({ params: { '*': name } }, reply) =>
      names.has(name) ? reply.sendFile(name) : reply.callNotFound(),
    );
  });
  const legal = readLegalTexts(kernel.config);
  for (const [name, text] of Object.entries(legal))
    server.get(`/legal/${name}.txt`, { config: anyone }, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(text),
    );
  const named = namingLegalTexts(await readFile(join(folder, 'index.html'), 'utf8'), legal);
  const ruled = namingContact(namingPasswordRule(named, kernel.config), kernel.config);
  const page = namingProviders(ruled, kernel.social);
  const studio = await readFile(join(folder, 'studio.html'), 'utf8');
  const send = (reply: FastifyReply, html = page, kept = 'no-cache') =>
    reply.header('cache-control', kept).type('text/html; charset=utf-8').send(html);
  // In any case: the dashboard's own routes know none.
  const isKnown = (path: string) => !/^\/(api|sdk|media|ops|dev|docs|health|metrics|legal|pay)(\/|$)/i.test(path);
  server.get('/*', { config: { ...anyone, isKnown } }, async (request, reply) => {
    if (!isKnown(request.url.split('?', 1)[0]!)) throw await server.unanswered(request);
    // The page that plays stories may stand in a frame, such as a preview on somebody's intranet; all others may not.
    if (/^\/showcase\/[\w-]+\/?(\?|$)/.test(request.url)) {
      const policy = String(reply.getHeader('content-security-policy'));
      reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'));
      reply.removeHeader('x-frame-options');
    }
    // Of a page whose address holds a secret nothing is kept.
    if (/^\/preview\/?(\?|$)/.test(request.url)) return send(reply, page, 'no-store');
    return send(reply, request.url.startsWith('/studio/') ? studio : page);
  });
  server.get('/dev/kit', { config: operator, schema: { hide: true } }, async (request, reply) => {
    await requireLocalCaller(kernel, request);
    return send(reply);
  });
};

/** Swagger UI writes style attributes and draws its icons from data; it loads nothing from elsewhere. */
const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Health, metrics and documentation of a process. `parts` is read at each call. A process that only delivers is ready
 * while Postgres is away, for as long as it holds documents in memory.
 */
export const operatorRoutes =
  (parts: () => readonly Part[], { onlyDelivers = false } = {}): Routes =>
  async (server, kernel) => {
    server.get('/health/live', { config: anyone }, async () => ({ data: { status: 'live' } }));
    const fromMemory = () => server.memories.some((holds) => holds());
    const readiness = createReadiness(kernel, parts, onlyDelivers ? fromMemory : null);
    server.get('/health/ready', { config: anyone }, async (request, reply) => {
      const { ready, ...details } = await readiness();
      const status = ready ? 'ready' : 'not ready';
      const data = (await isOperator(kernel, request)) ? { status, ...details } : { status };
      return reply.code(ready ? 200 : 503).send({ data });
    });
    server.get('/metrics', { config: operator }, async (_request, reply) =>
      reply.type(kernel.metrics.registry.contentType).send(await kernel.metrics.registry.metrics()),
    );
    await server.register(async (scope) => {
      scope.scopePolicy = operator.policy;
      await scope.register(swaggerUi, { routePrefix: '/docs', staticCSP: docsPolicy });
    });
  };
