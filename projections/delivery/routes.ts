import type { ServerResponse } from 'node:http';
import { Refusal } from '#contracts/errors.ts';
import { RequestInvalid } from '#kernel/http/failures.ts';
import type { Routes } from '#kernel/http/server.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Cache, createCache, type Entry, type Reading, readViewer } from './cache.ts';
import { codingFor, namesTag, openHeads, type Ready, withoutBody } from './encode.ts';
import { storiesAnswer, storiesQuery } from './schema.ts';

const url = '/sdk/v1/:instance_token/stories';

/** Counts calls per key within the running second of this process. */
const perSecond = (limit: number) => {
  let second = 0;
  const counts = new Map<string, number>();
  return (key: string): void => {
    if (limit === 0) return;
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) {
      second = now;
      counts.clear();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > limit) throw new Refusal('TooManyRequests');
  };
};

const readQuery = (entry: Entry, raw: string, query: unknown): Reading => {
  const known = entry.readings.get(raw);
  if (known) return known;
  const parsed = storiesQuery.safeParse(query);
  if (!parsed.success) throw new RequestInvalid(parsed.error.issues);
  const { labels, app_version, device_id, viewer_id } = parsed.data;
  const viewer = {
    labels: labels === undefined ? null : labels.split(','),
    app_version: app_version || null,
    device_id: device_id || null,
  };
  return readViewer(entry, raw, viewer, Boolean(device_id || viewer_id));
};

const write = (raw: ServerResponse, method: string, ready: Ready, personal: boolean, tag: string | undefined): boolean => {
  const heads = personal ? ready.personal : ready.shared;
  if (namesTag(tag, ready.etag)) {
    raw.writeHead(304, withoutBody(heads)).end();
    return false;
  }
  raw.writeHead(200, heads);
  if (method === 'HEAD') raw.end();
  else raw.end(ready.body);
  return true;
};

const serve = (kernel: Kernel, cache: Cache) => {
  const perAddress = perSecond(kernel.config.LIMIT_DELIVERY);
  const perToken = perSecond(kernel.config.LIMIT_TOKEN);
  const { delivery } = kernel.metrics;
  const outcomes = { hit: { outcome: 'hit' }, miss: { outcome: 'miss' }, not_modified: { outcome: 'not_modified' } };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { instance_token: token } = request.params as { instance_token: string };
    perAddress(request.ip);
    perToken(token);
    const held = cache.held(token);
    const entry = held ?? (await cache.find(token));
    if (!entry) throw new Refusal('UnknownToken');
    const at = request.raw.url!.indexOf('?');
    const reading = readQuery(entry, at < 0 ? '' : request.raw.url!.slice(at + 1), request.query);
    const coding = codingFor(request.headers['accept-encoding'] as string | undefined);
    const variant = cache.variant(entry, reading, kernel.now());
    const warm = variant.ready[coding];
    const ready = warm ?? (await cache.pack(entry, variant, coding));
    // The heads are ready as they are: the framework would only add work per request.
    reply.hijack();
    const sent = write(reply.raw, request.method, ready, reading.personal, request.headers['if-none-match']);
    delivery.inc(sent ? (held && warm ? outcomes.hit : outcomes.miss) : outcomes.not_modified);
    return reply;
  };
};

/** GET /sdk/v1/{token}/stories: what the app or page of an instance shows now. Answered from memory. */
export const deliveryRoutes: Routes = (server, kernel) => {
  const cache = createCache(kernel);
  server.addHook('onClose', async () => cache.stop());
  const answer = serve(kernel, cache);
  const documented = {
    params: z.object({ instance_token: z.string() }),
    summary: 'The stories of an instance, as they are delivered now',
    tags: ['sdk'],
  };
  server.route({
    method: 'GET',
    url,
    config: { policy: { caller: 'sdk' } },
    schema: { ...documented, querystring: storiesQuery, response: { 200: storiesAnswer } },
    // Checked by the handler, once per query string that is not yet known.
    validatorCompiler: () => (data: unknown) => ({ value: data }),
    handler: async (request, reply) => {
      try {
        return await answer(request as FastifyRequest, reply as FastifyReply);
      } catch (error) {
        reply.headers(openHeads);
        throw error;
      }
    },
  });
  server.route({
    method: 'OPTIONS',
    url,
    config: { policy: { caller: 'sdk' } },
    schema: { ...documented, summary: 'What pages of other origins may ask' },
    handler: async (_request, reply) =>
      reply
        .code(204)
        .headers({
          ...openHeads,
          'access-control-allow-methods': 'GET, HEAD, OPTIONS',
          'access-control-allow-headers': 'If-None-Match, Content-Type',
          'access-control-max-age': '86400',
        })
        .send(),
  });
};
