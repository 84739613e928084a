import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '#contracts/errors.ts';
import { sdkAccepted, sdkBatch, sdkLimits } from '#contracts/sdk.ts';
import { type ReadJson, readJson } from '#kernel/http/text-guard.ts';
import type { Routes } from '#kernel/http/types.ts';
import { createAccept } from './accept-batch.ts';
import { acceptDirectly } from './direct.ts';
import { type Caller, createDoor } from './door.ts';
import { batchOf } from './shape.ts';

const url = '/sdk/v1/:instance_token/events';
const params = z.object({ instance_token: z.string().max(300) });

const openHeads = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
};
const open = (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
  reply.headers(openHeads);
  done();
};

// A token's shape is its secret: anything is looked up. The body is checked by a compiled schema where it is accepted.
const validatorCompiler = () => (data: unknown) => ({ value: data });

/** POST /sdk/v1/{token}/events: what SDKs report. 202 once the batch is durable; 503 while the log is down. */
export const ingestRoutes: Routes = (server, kernel) => {
  const door = createDoor(kernel);
  const accept = createAccept(kernel, door);
  acceptDirectly(server, kernel, accept, door, openHeads);
  const callers = new WeakMap<FastifyRequest, Caller>();

  // Beacons are sent as text/plain, which needs no preflight.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'buffer', bodyLimit: sdkLimits.bodyBytes },
    async (_request: FastifyRequest, raw: Buffer) => readJson(raw, true),
  );

  const limit = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { instance_token } = request.params as z.infer<typeof params>;
    const caller = door.enter(request.ip, instance_token);
    if (caller.wait > 0) {
      reply.header('retry-after', caller.wait);
      throw new Refusal('TooManyRequests');
    }
    callers.set(request, caller);
    done();
  };

  server.route({
    method: 'OPTIONS',
    url,
    config: { policy: { caller: 'sdk' } },
    schema: { hide: true },
    onRequest: [open],
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
      summary: 'Report what viewers did',
      tags: ['sdk'],
      params,
      body: sdkBatch,
      response: { 202: sdkAccepted },
    },
    validatorCompiler,
    onRequest: [open, limit],
    handler: async (request, reply) => {
      const read = (request.body as unknown as ReadJson | undefined) ?? readJson(Buffer.alloc(0));
      const { sender } = callers.get(request)!;
      return reply.code(202).send({ data: await accept(request.params.instance_token, batchOf(read), sender) });
    },
  });
};
