import { Refusal } from '#contracts/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { payloadText, type TelemetryEnvelope } from '#kernel/telemetry-log/log.ts';
import { type Rejection, settle, sift } from './accept.ts';
import { holdsAnswer } from './answer.ts';
import type { Door } from './door.ts';
import { createIdLookup, createTokenLookup } from './lookup.ts';
import { refusalsOf } from './refusal.ts';
import { sentEvents } from './sent-events.ts';
import type { Envelope, ReadBatch } from './shape.ts';
import { createKeyLookup, keyedId } from './viewer.ts';

/**
 * Makes a batch durable for the instance of a token and counts it for its sender, as the door knows him; refuses with
 * UnknownToken, and throws while the log is down.
 */
export type Accept = (
  token: string,
  read: ReadBatch,
  sender: number,
) => Promise<{ accepted: number; rejected: Rejection[] }>;

/** What accepts batches in this process. */
export const createAccept = (kernel: Kernel, { quota }: Pick<Door, 'quota'>): Accept => {
  const targetOf = createTokenLookup(kernel);
  const knownOf = createIdLookup(kernel);
  const keyOf = createKeyLookup(kernel);
  const accepted = kernel.metrics.ingestAccepted.labels('accepted');
  const refused = kernel.metrics.ingestAccepted.labels('rejected');

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

  return async (token, read, sender) => {
    const target = await targetOf(token);
    if (!target) throw new Refusal('UnknownToken');
    const { batch } = read;
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
      ...(rejected.length > 0 ? { refusals: refusalsOf(batch, rejected) } : {}),
      ...(corrections ? { corrections } : {}),
    };
    const { account_id, viewer } = envelope;
    // Whose events are all refused is counted nowhere, and so takes nobody's place.
    if (quota.take(sender, events.length > 0 ? viewer : null, read.bytes, now)) envelope.crowded = true;
    try {
      if (viewer !== null && holdsAnswer(events))
        await kernel.viewerNames.keep({ account_id, viewer, viewer_id: batch.viewer_id! });
      // A refused event may hold anything; a batch without one is kept letter by letter.
      const sent = rejected.length === 0 ? sentEvents(read) : null;
      await kernel.telemetry.append({
        partition: target.partition,
        instance_id: target.instance_id,
        batch_id: batch.batch_id.toLowerCase(),
        payload: payloadText(envelope, sent ?? JSON.stringify(events)),
      });
    } catch (error) {
      quota.giveBack(sender, read.bytes, now);
      throw error;
    }
    accepted.inc(events.length);
    if (rejected.length > 0) refused.inc(rejected.length);
    return { accepted: events.length, rejected };
  };
};
