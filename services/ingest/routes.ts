import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '#contracts/errors.ts';
import { sdkAccepted, sdkBatch, sdkLimits } from '#contracts/sdk.ts';
import { RequestInvalid } from '#kernel/http/failures.ts';
import type { Routes } from '#kernel/http/server.ts';
import { type ReadJson, readJson } from '#kernel/http/text-guard.ts';
import { payloadText, type TelemetryEnvelope } from '#kernel/telemetry-log.ts';
import { type Rejection, settle, sift } from './accept.ts';
import { createIdLookup, createTokenLookup, type Target } from './lookup.ts';
import { createRate } from './rate.ts';
import { sentEvents } from './sent-events.ts';
import { batchFault, type Envelope } from './shape.ts';
import { createKeyLookup, keyedId } from './viewer.ts';

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

// The path holds a token, and a token's shape is its secret: anything is looked up, nothing but the body is validated.
const validatorCompiler = ({ httpPart }: { httpPart?: string | undefined }) => {
  if (httpPart !== 'body') return (data: unknown) => ({ value: data });
  return (data: unknown) => {
    const fault = batchFault((data as ReadJson | undefined)?.value);
    if (!fault) return { value: data };
    return {
      error: new RequestInvalid([{ code: 'custom', path: fault.path, message: fault.message, input: undefined }]),
    };
  };
};

/** POST /sdk/v1/{token}/events: what SDKs report. 202 once the batch is durable; 503 while the log is down. */
export const ingestRoutes: Routes = (server, kernel) => {
  const targetOf = createTokenLookup(kernel);
  const knownOf = createIdLookup(kernel);
  const keyOf = createKeyLookup(kernel);
  const accepted = kernel.metrics.ingestAccepted.labels('accepted');
  const refused = kernel.metrics.ingestAccepted.labels('rejected');
  const perAddress = createRate(kernel.config.LIMIT_EVENTS);
  const perToken = createRate(kernel.config.LIMIT_TOKEN);

  // Beacons are sent as text/plain, which needs no preflight.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'buffer', bodyLimit: sdkLimits.bodyBytes },
    async (_request: FastifyRequest, raw: Buffer) => readJson(raw, true),
  );

  const limit = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const { instance_token } = request.params as z.infer<typeof params>;
    if (!perAddress.take(request.ip) || !perToken.take(instance_token)) throw new Refusal('TooManyRequests');
    done();
  };

  const identify = async (batch: Envelope, accountId: string) => {
    if (!batch.consent) return { viewer: null, session: null, device: null };
    const key = await keyOf(accountId);
    const { viewer_id, session_id, device_id } = batch;
    return {
      viewer: viewer_id === undefined ? null : keyedId(key, 'viewer', viewer_id),
      session: session_id === undefined ? null : keyedId(key, 'session', session_id),
      device: device_id === undefined ? null : keyedId(key, 'device', device_id),
    };
  };

  const keep = async (read: ReadJson, target: Target): Promise<{ accepted: number; rejected: Rejection[] }> => {
    const batch = read.value as Envelope;
    const now = kernel.now();
    const sifted = sift(batch, now);
    const { events, corrections, rejected } = settle(sifted, await knownOf(target.instance_id, sifted.ids));
    const envelope: TelemetryEnvelope = {
      v: 2,
      app_id: target.app_id,
      account_id: target.account_id,
      received_at: now,
      offset: now - batch.sent_at,
      consent: batch.consent,
      ...(await identify(batch, target.account_id)),
      platform: batch.platform,
      sdk_version: batch.sdk_version,
      app_version: batch.app_version ?? null,
      rejected: rejected.map((one) => one.index),
      ...(corrections ? { corrections } : {}),
    };
    // A refused event may hold anything; a batch without one is kept letter by letter.
    const sent = rejected.length === 0 ? sentEvents(read) : null;
    await kernel.telemetry.append({
      partition: target.partition,
      instance_id: target.instance_id,
      batch_id: batch.batch_id.toLowerCase(),
      payload: payloadText(envelope, sent ?? JSON.stringify(events)),
    });
    accepted.inc(events.length);
    if (rejected.length > 0) refused.inc(rejected.length);
    return { accepted: events.length, rejected };
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
      const target = await targetOf(request.params.instance_token);
      if (!target) throw new Refusal('UnknownToken');
      return reply.code(202).send({ data: await keep(request.body as unknown as ReadJson, target) });
    },
  });
};
