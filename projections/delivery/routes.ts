import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '#contracts/api/errors.ts';
import { readValue } from '#contracts/api/faults.ts';
import { InvalidRequest } from '#kernel/http/error-answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { usesFast } from '#kernel/platform/config.ts';
import { type CachedInstance, createDeliveryCache, type DeliveryCache, type ResolvedAudience } from './cache.ts';
import { conditionalAnswer, negotiateCoding, publicHeaders } from './encoded-response.ts';
import { installDeliveryFastPath } from './fast-path.ts';
import { createDeliveryLimits, type DeliveryLimits } from './limits.ts';
import { preflightRoute } from './preflight.ts';
import { storiesAnswer, storiesQuery } from './schema.ts';
import { createViewerLists, type ViewerLists } from './viewer-lists.ts';

const url = '/sdk/v1/:instance_token/stories';

const resolveQuery = async (
  cache: DeliveryCache,
  lists: ViewerLists,
  entry: CachedInstance,
  raw: string,
  query: unknown,
): Promise<ResolvedAudience> => {
  const parsed = readValue(storiesQuery, query);
  if (!parsed.success) throw new InvalidRequest(parsed.error.issues);
  const { labels, app_version, device_id, viewer_id } = parsed.data;
  const viewer = {
    labels: labels === undefined ? null : labels.split(','),
    app_version: app_version || null,
    device_id: device_id || null,
  };
  const personal = Boolean(device_id || viewer_id);
  const wanted = viewer_id ? cache.documentOf(entry).groups.flatMap((group) => group.viewer_list ?? []) : [];
  if (wanted.length === 0) return cache.resolveAudience(entry, raw, viewer, personal);
  const { holding, complete } = await lists.ask(wanted, viewer_id!, entry.token);
  const targeted = { ...viewer, lists: holding };
  // A list that could not be read is asked again by the next request, so the result is not cached.
  return cache.resolveAudience(entry, complete ? raw : null, targeted, personal);
};

const serve = (
  kernel: Pick<Kernel, 'metrics' | 'now'>,
  cache: DeliveryCache,
  lists: ViewerLists,
  limits: DeliveryLimits,
) => {
  const { delivery } = kernel.metrics;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { instance_token: token } = request.params as { instance_token: string };
    limits.admit(request.ip, token);
    const entry = cache.get(token) ?? (await cache.load(token));
    if (!entry) throw new Refusal('UnknownToken');
    const at = request.raw.url!.indexOf('?');
    const raw = at < 0 ? '' : request.raw.url!.slice(at + 1);
    const known = entry.audiences.get(raw);
    if (known) known.used = true;
    const audience = known ?? (await resolveQuery(cache, lists, entry, raw, request.query));
    const coding = negotiateCoding(request.headers['accept-encoding'] as string | undefined);
    const { response, warm } = await cache.answer(entry, audience, coding, kernel.now());
    // The headers are complete: the framework would only add work per request.
    reply.hijack();
    const { status, headers, body } = conditionalAnswer(response, audience.personal, request.headers['if-none-match']);
    reply.raw.writeHead(status, headers.pairs as string[]);
    if (body === null || request.method === 'HEAD') reply.raw.end();
    else reply.raw.end(body);
    delivery.inc({ outcome: body ? (warm ? 'hit' : 'miss') : 'not_modified' });
    return reply;
  };
};

/** GET /sdk/v1/{token}/stories: what the app or page of an instance shows now. Answered from memory. */
export const deliveryRoutes: Routes = (server, kernel) => {
  const cache = createDeliveryCache(kernel);
  server.addHook('onClose', async () => cache.stop());
  server.memories.push(cache.hasEntries);
  const limits = createDeliveryLimits(kernel.config);
  if (usesFast(kernel.config, 'http')) installDeliveryFastPath(server, kernel, { cache, limits, route: url });
  const answer = serve(kernel, cache, createViewerLists(kernel), limits);
  const documented = {
    params: z.object({ instance_token: z.string() }),
    summary: 'Deliver the stories of an instance',
    tags: ['SDK'],
  };
  server.route({
    method: 'GET',
    url,
    config: { policy: { caller: 'sdk' }, measuredOnly: true },
    schema: { ...documented, querystring: storiesQuery, response: { 200: storiesAnswer } },
    // Checked by the handler, once per query string that is not yet known.
    validatorCompiler: () => (data: unknown) => ({ value: data }),
    handler: async (request, reply) => {
      try {
        return await answer(request as FastifyRequest, reply as FastifyReply);
      } catch (error) {
        reply.headers(publicHeaders);
        throw error;
      }
    },
  });
  preflightRoute(server, url, documented);
};
