import type { RefusedEvent } from '#kernel/telemetry-log/log.ts';
import type { Rejection } from './accept.ts';
import type { Envelope } from './shape.ts';

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const typeShape = /^[a-z][a-z_]{0,39}$/;

const ifShaped = (value: unknown, shape: RegExp): string | undefined =>
  typeof value === 'string' && value.length <= 40 && shape.test(value) ? value : undefined;

/** What may be kept of a refused event, so that whoever maintains an SDK finds it: names of things, never a free text. */
const refusalOf = (sent: unknown, { index, code }: Rejection): RefusedEvent => {
  const refusal: RefusedEvent = { place: index, code };
  if (typeof sent !== 'object' || sent === null) return refusal;
  const { id, type, at, group_id, story_id } = sent as Record<string, unknown>;
  for (const [name, value] of Object.entries({ id, group_id, story_id })) {
    const shaped = ifShaped(value, uuidShape);
    if (shaped !== undefined) refusal[name as 'id'] = shaped.toLowerCase();
  }
  const shapedType = ifShaped(type, typeShape);
  if (shapedType !== undefined) refusal.type = shapedType;
  if (Number.isSafeInteger(at) && (at as number) >= 0) refusal.at = at as number;
  return refusal;
};

/** The refused events of a batch with their reasons, as the log keeps them. */
export const refusalsOf = (batch: Pick<Envelope, 'events'>, rejected: readonly Rejection[]): RefusedEvent[] =>
  rejected.map((one) => refusalOf(batch.events[one.index], one));
