import type pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';
import type { LogPosition } from '#kernel/telemetry-log/log.ts';
import { laneSql } from '#kernel/telemetry-log/partition.ts';
import { StaleWriter } from '../../stale-writer.ts';

/**
 * How far a lane of a log is counted. `versions` change with each batch of the lane from either log and each
 * compaction.
 */
export const readLaneCheckpoint = async (
  on: pg.ClientBase,
  source: string,
  lane: number,
): Promise<LogPosition & { versions: string[] }> => {
  const { rows } = await on.query<LogPosition & { versions: string[] }>({
    name: 'read-checkpoint',
    text: `select transaction_id::text, position::text,
                  (select array_agg(xmin::text) from telemetry_checkpoint where lane = $2) as versions
             from telemetry_checkpoint where source = $1 and lane = $2`,
    values: [source, lane],
  });
  return rows[0]!;
};

/**
 * Moves the checkpoint of one log by compare-and-set, and touches that of the other: what a batch read of a lane's
 * counts and batch ids is stale as soon as anybody counts that lane, from whichever log.
 */
export const moveLaneCheckpoint = async (
  on: pg.ClientBase,
  source: string,
  lane: number,
  from: LogPosition & { versions: string[] },
  to: LogPosition,
): Promise<void> => {
  const { rowCount } = await on.query({
    name: 'move-checkpoint',
    text: `update telemetry_checkpoint c
              set transaction_id = case when c.source = $1 then $5::xid8 else c.transaction_id end,
                  position = case when c.source = $1 then $6::bigint else c.position end
             from (select source, transaction_id, position, xmin::text as version from telemetry_checkpoint
                    where lane = $2 order by source for update) as held
            where c.lane = $2 and c.source = held.source and held.version = any($7::text[])
              and (held.source <> $1 or (held.transaction_id = $3::xid8 and held.position = $4::bigint))`,
    values: [source, lane, from.transaction_id, from.position, to.transaction_id, to.position, from.versions],
  });
  if (rowCount !== from.versions.length) throw new StaleWriter(`lane ${lane} was counted by another aggregator`);
};

/** A lane of which batches wait, and when the first of those was accepted. */
export interface WaitingLane {
  lane: number;
  received_ms: EpochMs;
}

/**
 * Which of these lanes have batches in the inbox that can be read and are not counted; one statement for all of them,
 * which costs an index descent per lane and day of the inbox.
 */
export const lanesWithBatches = async (
  on: Pick<pg.Pool, 'query'>,
  lanes: readonly number[],
): Promise<readonly WaitingLane[]> => {
  const { rows } = await on.query<WaitingLane>({
    name: 'lanes-with-batches',
    text: `select c.lane, extract(epoch from next.received_at)::float8 * 1000 as received_ms from telemetry_checkpoint c
            cross join lateral (
              select b.received_at from telemetry_batch b
               where ${laneSql('b.partition')} = c.lane
                 and (b.transaction_id, b.position) > (c.transaction_id, c.position)
                 and b.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
               order by b.transaction_id, b.position limit 1) as next
            where c.source = 'postgres' and c.lane = any($1::int[])`,
    values: [lanes],
  });
  return rows;
};
