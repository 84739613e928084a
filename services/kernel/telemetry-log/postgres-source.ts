import type pg from 'pg';
import { maxReadBytes, type StoredBatch, type TelemetrySource } from './log.ts';
import { laneSql } from './partition.ts';

/**
 * The Postgres inbox as a source. Only what lies below the oldest running transaction is read, in the same statement,
 * so that a COPY that commits late is never skipped. Cost: one index descent per day's partition and the rows
 * themselves.
 */
export const createPostgresSource = (on: Pick<pg.ClientBase, 'query'>): TelemetrySource => ({
  name: 'postgres',
  async read(lane, after, until, limit) {
    const { rows } = await on.query<StoredBatch>({
      name: 'read-inbox-lane',
      text: `select transaction_id::text, position::text, partition, instance_id, batch_id, payload,
                    floor(extract(epoch from received_at) * 1000)::float8 as received_ms
               from (select *, sum(octet_length(payload)) over (order by transaction_id, position) as bytes,
                            row_number() over (order by transaction_id, position) as place
                       from (select transaction_id, position, partition, instance_id, batch_id, payload, received_at
                               from telemetry_batch
                              where ${laneSql('partition')} = $1
                                and (transaction_id, position) > ($2::xid8, $3::bigint)
                                and (transaction_id, position) <= ($4::xid8, $5::bigint)
                                and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
                              order by transaction_id, position limit $6) as next) as added
              where bytes <= $7 or place = 1
              order by added.transaction_id, added.position`,
      values: [lane, after.transaction_id, after.position, until.transaction_id, until.position, limit, maxReadBytes],
    });
    return rows;
  },
});
