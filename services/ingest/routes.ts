import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sdkAccepted, sdkBatch, sdkLimits } from '#contracts/sdk/protocol.ts';
import { type ReadJson, readJson } from '#kernel/http/clean-input.ts';
import type { Routes } from '#kernel/http/types.ts';
import { usesFast } from '#kernel/platform/config.ts';
import { createBatchAcceptor } from './accept-batch.ts';
import { installIngestFastPath } from './fast-path.ts';
import { createIngestLimits } from './limits.ts';
import { parseBatch } from './parse-batch.ts';

const url = '/sdk/v1/:instance_token/events';
const params = z.object({ instance_token: z.string().max(300) });

const publicHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
};
const setPublicHeaders = (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
  reply.headers(publicHeaders);
  done();
};

// A token's shape is its secret: anything is looked up. The body is checked by a compiled schema where it is accepted.
const validatorCompiler = () => (data: unknown) => ({ value: data });

/** POST /sdk/v1/{token}/events: what SDKs report. 202 once the batch is durable; 503 while the log is down. */
export const ingestRoutes: Routes = (server, kernel) => {
  const limits = createIngestLimits(kernel);
  const accept = createBatchAcceptor(kernel, limits);
  if (usesFast(kernel.config, 'http'))
    installIngestFastPath(server, kernel, { accept, limits, headers: publicHeaders, route: url });
  const senders = new WeakMap<FastifyRequest, number>();

  // Beacons are sent as text/plain, which needs no preflight.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'buffer', bodyLimit: sdkLimits.bodyBytes },
    async (_request: FastifyRequest, raw: Buffer) => readJson(raw, true),
  );

  const limit = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const { instance_token } = request.params as z.infer<typeof params>;
    senders.set(request, limits.admit(request.ip, instance_token));
    done();
  };

  server.route({
    method: 'OPTIONS',
    url,
    config: { policy: { caller: 'sdk' } },
    schema: { hide: true },
    onRequest: [setPublicHeaders],
    handler: async (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '86400',
        })
        .code(204)
        .send(),
  });

  server.route({
    method: 'POST',
    url,
    config: { policy: { caller: 'sdk' }, ownHeads: true },
    bodyLimit: sdkLimits.bodyBytes,
    // Short JSON that no page shows: packing it and the rules for pages would cost as much as reading the batch.
    compress: false,
    schema: {
      summary: 'Report viewer events',
      tags: ['SDK'],
      params,
      body: sdkBatch,
      response: { 202: sdkAccepted },
    },
    validatorCompiler,
    onRequest: [setPublicHeaders, limit],
    handler: async (request, reply) => {
      const read = (request.body as unknown as ReadJson | undefined) ?? readJson(Buffer.alloc(0));
      const sender = senders.get(request)!;
      return reply.code(202).send({ data: await accept(request.params.instance_token, parseBatch(read), sender) });
    },
  });
};
