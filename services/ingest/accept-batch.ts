import { Refusal } from '#contracts/api/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { serializePayload, type TelemetryEnvelope } from '#kernel/telemetry-log/log.ts';
import { createViewerKeyLookup, keyedId } from '#kernel/viewers/keyed-ids.ts';
import { hasComponentAnswer } from './component-answers.ts';
import { eventsText } from './events-text.ts';
import type { IngestLimits } from './limits.ts';
import { createInstanceLookup, createSubjectLookup } from './lookups.ts';
import type { ParsedBatch, UncheckedBatch } from './parse-batch.ts';
import { redactRejected } from './redact-rejected.ts';
import { type Rejection, resolveSubjects, validateEvents } from './validate-events.ts';

/**
 * Makes a batch durable for the instance of a token and counts it against its sender's quota; refuses with
 * UnknownToken, and throws while the log is down.
 */
export type AcceptBatch = (
  token: string,
  parsed: ParsedBatch,
  sender: number,
) => Promise<{ accepted: number; rejected: Rejection[] }>;

/** Creates the acceptor of this process; its lookups are cached. */
export const createBatchAcceptor = (
  kernel: Pick<Kernel, 'db' | 'metrics' | 'now' | 'telemetry' | 'telemetryFacts' | 'viewerNames'>,
  { quota }: Pick<IngestLimits, 'quota'>,
): AcceptBatch => {
  const findInstance = createInstanceLookup(kernel);
  const findSubjects = createSubjectLookup(kernel);
  const viewerKeyOf = createViewerKeyLookup(kernel);
  const acceptedMetric = kernel.metrics.ingestAccepted.labels('accepted');
  const rejectedMetric = kernel.metrics.ingestAccepted.labels('rejected');

  const hashIds = async (batch: UncheckedBatch, accountId: string) => {
    if (!batch.consent) return { viewer: null, session: null, device: null };
    const key = await viewerKeyOf(accountId);
    const { viewer_id, session_id, device_id } = batch;
    return {
      viewer: viewer_id === undefined ? null : keyedId(key, 'viewer', viewer_id),
      session: session_id === undefined ? null : keyedId(key, 'session', session_id),
      device: device_id === undefined ? null : keyedId(key, 'device', device_id),
    };
  };

  return async (token, parsed, sender) => {
    const target = await findInstance(token);
    if (!target) throw new Refusal('UnknownToken');
    const { batch } = parsed;
    const now = kernel.now();
    const validated = validateEvents(batch, now);
    const { events, corrections, lengths, rejected } = resolveSubjects(
      validated,
      await findSubjects(target.instance_id, validated),
    );
    const envelope: TelemetryEnvelope = {
      v: 2,
      app_id: target.app_id,
      account_id: target.account_id,
      received_at: now,
      offset: now - batch.sent_at,
      consent: batch.consent,
      ...(await hashIds(batch, target.account_id)),
      platform: batch.platform,
      sdk_version: batch.sdk_version,
      app_version: batch.app_version ?? null,
      rejected: rejected.map((one) => one.index),
      ...(rejected.length > 0 ? { refusals: redactRejected(batch, rejected) } : {}),
      ...(corrections ? { corrections } : {}),
      ...(lengths ? { lengths } : {}),
    };
    const { account_id, viewer } = envelope;
    // A batch whose events are all rejected is counted nowhere, so its viewer takes none of the quota.
    if (quota.consume(sender, events.length > 0 ? viewer : null, parsed.bytes, now)) envelope.crowded = true;
    try {
      if (viewer !== null && hasComponentAnswer(events))
        await kernel.viewerNames.keep({ account_id, viewer, viewer_id: batch.viewer_id! });
      // A rejected event may hold anything; a batch without one is stored byte for byte.
      const unchangedText = rejected.length === 0 ? eventsText(parsed) : null;
      await kernel.telemetry.append({
        partition: target.partition,
        instance_id: target.instance_id,
        batch_id: batch.batch_id.toLowerCase(),
        payload: serializePayload(envelope, unchangedText ?? JSON.stringify(events)),
      });
    } catch (error) {
      quota.refund(sender, parsed.bytes, now);
      throw error;
    }
    acceptedMetric.inc(events.length);
    if (rejected.length > 0) rejectedMetric.inc(rejected.length);
    return { accepted: events.length, rejected };
  };
};
