import type { Recorded } from '#contracts/event.ts';
import { type EventType, eventSchemas, type StoryrailEvent, upcasters } from '#contracts/events.ts';
import type { EpochMs } from '#contracts/time.ts';

/** An event as a query returns it. */
export interface EventRow {
  event_id: string;
  stream: string;
  version: number;
  type: string;
  schema_version: number;
  account_id: string | null;
  data: Record<string, unknown>;
  actor_type: 'user' | 'staff' | 'system' | 'api_token';
  actor_id: string | null;
  on_behalf_of: string | null;
  correlation_id: string;
  request_id: string | null;
  cause: { type: string; id: string; detail: string } | null;
  ts: EpochMs;
}

export const eventColumns =
  'event_id, stream, version, type, schema_version, account_id, data, actor_type, actor_id, on_behalf_of, correlation_id, request_id, cause, ts';

/** Stored data does not fit its schema; the event is poison for whoever reads it. */
export class UnreadableEvent extends Error {}

/** The type and data of an event, upcast to today's shape and checked by its schema. Throws UnreadableEvent. */
export const readEvent = (
  row: Pick<EventRow, 'stream' | 'version' | 'type' | 'schema_version' | 'data'>,
): StoryrailEvent => {
  const type = row.type as EventType;
  const schema = eventSchemas[type];
  if (!schema) throw new UnreadableEvent(`unknown event type ${row.type} in ${row.stream} at ${row.version}`);
  let data = row.data;
  for (const step of upcasters[type]?.slice(row.schema_version - 1) ?? []) data = step(data);
  const parsed = schema.safeParse(data);
  if (!parsed.success)
    throw new UnreadableEvent(`${row.type} in ${row.stream} at ${row.version}: ${parsed.error.issues[0]?.message}`);
  return { type, data: parsed.data } as StoryrailEvent;
};

/** Makes an event of a row, as `readEvent` does. */
export const toEvent = (row: EventRow): Recorded<StoryrailEvent> =>
  ({
    ...readEvent(row),
    meta: {
      event_id: row.event_id,
      stream: row.stream,
      version: row.version,
      account_id: row.account_id,
      actor: { type: row.actor_type, id: row.actor_id },
      on_behalf_of: row.on_behalf_of,
      correlation_id: row.correlation_id,
      request_id: row.request_id,
      cause: row.cause,
      ts: row.ts,
    },
  }) as Recorded<StoryrailEvent>;
