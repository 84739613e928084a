import { componentIdShape } from '#contracts/studio/limits.ts';
import type { RejectedEvent } from '#kernel/telemetry-log/log.ts';
import type { UncheckedBatch } from './parse-batch.ts';
import type { Rejection } from './validate-events.ts';

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const typeShape = /^[a-z][a-z_]{0,39}$/;

const ifShaped = (value: unknown, shape: RegExp): string | undefined =>
  typeof value === 'string' && value.length <= 40 && shape.test(value) ? value : undefined;

/** What is kept of a rejected event for whoever maintains the SDK: ids, type and time, never free text. */
const redact = (sent: unknown, { index, code }: Rejection): RejectedEvent => {
  const redacted: RejectedEvent = { place: index, code };
  if (typeof sent !== 'object' || sent === null) return redacted;
  const { id, type, at, group_id, story_id, component_id } = sent as Record<string, unknown>;
  for (const [name, value] of Object.entries({ id, group_id, story_id })) {
    const shaped = ifShaped(value, uuidShape);
    if (shaped !== undefined) redacted[name as 'id'] = shaped.toLowerCase();
  }
  const shapedComponent = ifShaped(component_id, componentIdShape);
  if (shapedComponent !== undefined) redacted.component_id = shapedComponent;
  const shapedType = ifShaped(type, typeShape);
  if (shapedType !== undefined) redacted.type = shapedType;
  if (Number.isSafeInteger(at) && (at as number) >= 0) redacted.at = at as number;
  return redacted;
};

/** The rejected events of a batch with their reasons, redacted as the log keeps them. */
export const redactRejected = (
  batch: Pick<UncheckedBatch, 'events'>,
  rejected: readonly Rejection[],
): RejectedEvent[] => rejected.map((one) => redact(batch.events[one.index], one));
