import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { Refusal } from '#contracts/api/errors.ts';
import { resultsAnswer, resultsQuery } from '#contracts/sdk/results.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { matchesEtag, publicHeaders } from '../encoded-response.ts';
import { createDeliveryLimits } from '../limits.ts';
import { preflightRoute } from '../preflight.ts';
import { readResults } from './read.ts';

const url = '/sdk/v1/:instance_token/results';
/** As long as counting takes, at most: what is answered is at most five seconds behind what was accepted. */
const keptMs = 1000;
/** Stories, and what are none, that a process keeps the results of: a few hundred bytes each. */
const maxKept = 20_000;
/** Longer ones are no tokens. */
const maxToken = 300;

interface KeptResults {
  etag: string;
  text: string;
}

/** Reads the results of stories, each at most once a second, however many ask. */
const createResultsReader = (deps: Pick<Kernel, 'db' | 'analytics'>) => {
  const kept = new LRUCache<string, Promise<KeptResults | null>>({
    maxSize: maxKept,
    sizeCalculation: () => 1,
    ttl: keptMs,
  });
  const read = async (token: string, storyId: string): Promise<KeptResults | null> => {
    const data = await readResults(deps, token, storyId);
    if (!data) return null;
    const text = JSON.stringify({ data });
    return { etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`, text };
  };
  return (token: string, storyId: string): Promise<KeptResults | null> => {
    const key = `${storyId} ${token}`;
    const held = kept.get(key);
    if (held) return held;
    const reading = read(token, storyId);
    kept.set(key, reading);
    reading.catch(() => kept.delete(key));
    return reading;
  };
};

/** GET /sdk/v1/{token}/results: how the components of a story were answered so far. */
export const resultsRoutes: Routes = (server, kernel) => {
  const limits = createDeliveryLimits(kernel.config);
  const resultsOf = createResultsReader(kernel);
  const documented = {
    params: z.object({ instance_token: z.string().max(maxToken) }),
    summary: 'Retrieve the results of a story',
    tags: ['SDK'],
  };
  server.route({
    method: 'GET',
    url,
    config: { policy: { caller: 'sdk' } },
    schema: {
      ...documented,
      description:
        "Returns how the components of the story's design were answered so far, of those that show results. 404 `UnknownStory` when the instance has no such story, or when none of its components shows results.",
      querystring: resultsQuery,
      response: { 200: resultsAnswer },
    },
    onRequest: async (request, reply) => {
      reply.headers({ ...publicHeaders, 'access-control-expose-headers': 'ETag, Retry-After' });
      limits.admit(request.ip, (request.params as { instance_token: string }).instance_token);
    },
    handler: async (request, reply) => {
      const results = await resultsOf(request.params.instance_token, request.query.story_id);
      if (!results) throw new Refusal('UnknownStory');
      reply.headers({ 'cache-control': 'public, max-age=0, s-maxage=2', etag: results.etag });
      if (matchesEtag(request.headers['if-none-match'], results.etag)) return (reply as FastifyReply).code(304).send();
      return reply.type('application/json; charset=utf-8').send(results.text as never);
    },
  });
  preflightRoute(server, url, documented);
};
