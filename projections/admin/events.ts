import type { AdminEventRow } from '#contracts/admin/admin-log.ts';
import { nouns } from '#contracts/nouns.ts';
import { evolveStream, initialState } from '#contracts/stream.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { type Checkpoint, streamVersion } from '#kernel/event-store/read.ts';
import { type EventRow, eventColumns, toEvent } from '#kernel/event-store/row.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { conditions } from '../list-query.ts';

/** Which events are looked for; without any of these none are. */
export interface EventFilter {
  stream?: string | undefined;
  subject_id?: string | undefined;
  event_id?: string | undefined;
  correlation_id?: string | undefined;
}

/** The nouns whose streams are named by the id of what they are about. */
const namedById = Object.entries(nouns)
  .filter(([, { streams }]) => streams === 'by_id')
  .map(([name]) => name);

const toRow = (row: EventRow & Checkpoint): AdminEventRow => {
  const { event_id, actor_type, actor_id, ts, ...rest } = row;
  return { ...rest, id: event_id, actor: { type: actor_type, id: actor_id }, ts: toSeconds(ts), ts_ms: ts };
};

/** A page of events as the log holds them, those that cannot be read any more included; in the order of the log. */
export const findEvents = async (
  { db }: Pick<Kernel, 'db'>,
  { stream, subject_id, event_id, correlation_id }: EventFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ data: AdminEventRow[]; total: number }> => {
  const where = conditions();
  where.add('stream = ?', stream);
  where.add('stream = any(?::text[])', subject_id && namedById.map((noun) => `${noun}-${subject_id}`));
  where.add('event_id = ?::uuid', event_id);
  // The log has no index by command; the audit has.
  where.add('event_id in (select id from audit_row where correlation_id = ?::uuid)', correlation_id);
  const [found, counted] = await Promise.all([
    db.pool.query<EventRow & Checkpoint>(
      `select ${eventColumns}, transaction_id::text, position::text from event where ${where.sql()}
        order by event.transaction_id, event.position limit $${where.values.length + 1} offset $${where.values.length + 2}`,
      [...where.values, limit, offset],
    ),
    db.pool.query<{ total: number }>(`select count(*)::int as total from event where ${where.sql()}`, where.values),
  ]);
  return { data: found.rows.map(toRow), total: counted.rows[0]!.total };
};

/** A stream folded up to a version. */
export interface StateAt {
  stream: string;
  version: number;
  head: number;
  /** When the last folded event happened; null before the first. */
  ts: UnixSeconds | null;
  state: unknown;
  /** Why an event could not be folded; the state is then that before it. */
  error: string | null;
}

/** Folds a stream up to `version` (its last when there is none), as the write side does; null when it does not exist. */
export const foldAt = async (
  { db }: Pick<Kernel, 'db'>,
  stream: string,
  version: number | undefined,
): Promise<StateAt | null> => {
  const head = await streamVersion(db.pool, stream);
  if (head === 0) return null;
  const until = Math.min(version ?? head, head);
  const at: StateAt = { stream, version: 0, head, ts: null, state: initialState(stream), error: null };
  const { rows } = await db.pool.query<EventRow>(
    `select ${eventColumns} from event where stream = $1 and version <= $2 and version >= $3 order by version`,
    // What folds to nothing may be long; its last event says all there is to say.
    [stream, until, at.state === null ? until : 1],
  );
  for (const row of rows) {
    try {
      at.state = evolveStream(at.state, toEvent(row));
    } catch (error) {
      return { ...at, error: error instanceof Error ? error.message : String(error) };
    }
    at.version = row.version;
    at.ts = toSeconds(row.ts);
  }
  return at;
};
