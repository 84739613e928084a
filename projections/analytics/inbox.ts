import type pg from 'pg';
import { acceptedEvents, type TelemetryPayload } from '#kernel/telemetry-log.ts';

/** A place in the inbox; both parts as text, since transaction ids are 64 bits wide. */
export interface Place {
  transaction_id: string;
  position: string;
}

/** An accepted batch with its place. */
export interface InboxRow extends Place {
  instance_id: string;
  batch_id: string;
  received_ms: number;
  payload: string;
}

/** A place beyond everything that can be read. */
export const inboxEnd: Place = { transaction_id: '18446744073709551615', position: '9223372036854775807' };

/** Most that one reading brings into memory. */
export const readingBytes = 32 * 1024 * 1024;

/**
 * The next batches after a place, up to another, oldest first, at most `limit` and `readingBytes`. Only what lies below
 * the oldest running transaction is read, in the same statement, so that a COPY that commits late is never skipped.
 * Cost: one index descent per day's partition and the rows themselves.
 */
export const readInbox = async (on: pg.ClientBase, after: Place, until: Place, limit: number): Promise<InboxRow[]> => {
  const { rows } = await on.query<InboxRow>({
    name: 'read-inbox',
    text: `select transaction_id::text, position::text, instance_id, batch_id, payload,
                  floor(extract(epoch from received_at) * 1000)::float8 as received_ms
             from (select *, sum(octet_length(payload)) over (order by transaction_id, position) as bytes
                     from (select transaction_id, position, instance_id, batch_id, payload, received_at
                             from telemetry_batch
                            where (transaction_id, position) > ($1::xid8, $2::bigint)
                              and (transaction_id, position) <= ($3::xid8, $4::bigint)
                              and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                            order by transaction_id, position limit $5) as next) as added
            where bytes <= $6
            order by added.transaction_id, added.position`,
    values: [after.transaction_id, after.position, until.transaction_id, until.position, limit, readingBytes],
  });
  return rows;
};

/** The payload of a row with its events put right, or null when it cannot be read. */
export const parsePayload = (row: InboxRow): TelemetryPayload | null => {
  try {
    const payload = JSON.parse(row.payload) as TelemetryPayload;
    if (payload.v !== 2 || !Array.isArray(payload.events)) return null;
    return { ...payload, events: acceptedEvents(payload) };
  } catch {
    return null;
  }
};
