import type pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import { transaction } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import {
  comparePositions,
  firstLogPosition,
  type LogPosition,
  lastLogPosition,
  type SourceName,
} from '#kernel/telemetry-log/log.ts';
import { laneOf } from '#kernel/telemetry-log/partition.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { hourMs, readStreamInfo } from '../archive/hours.ts';
import type { ArchivedBatch } from '../archive/line-format.ts';
import { readArchive, readUnarchived, readUnarchivedRange } from '../archive/read.ts';
import { dedupWindowMs } from '../count/deduplicate.ts';
import { createSeenBatches } from './seen-batches.ts';

const dayMs = 86_400_000;
/** Events are at most so much older than their batch, or ahead of it; an hour more, since two clocks are compared. */
const oldestMs = 7 * dayMs + hourMs;
const aheadMs = 5 * 60_000 + hourMs;

type Deps = Pick<Kernel, 'analytics' | 'files' | 'bus' | 'config'>;

/** The checkpoint of a lane of a log: how far it is counted. */
export type CheckpointOf = (source: SourceName, lane: number) => LogPosition;

/** The checkpoint of a lane of a log as it is kept. */
export interface LaneCheckpoint extends LogPosition {
  source: SourceName;
  lane: number;
}

/** How far each lane was counted, by checkpoints that were read; what none speaks of was not. */
export const checkpointsFrom = (checkpoints: readonly LaneCheckpoint[]): CheckpointOf => {
  const found = new Map(checkpoints.map((one) => [`${one.source} ${one.lane}`, one]));
  return (source, lane) => found.get(`${source} ${lane}`) ?? firstLogPosition;
};

/** Reads something and the checkpoints that it was counted up to, in one snapshot. */
export const readWithCheckpoints = <T>(
  db: Db,
  read: (db: Db) => Promise<T>,
): Promise<{ found: T; checkpointOf: CheckpointOf; checkpoints: LaneCheckpoint[] }> =>
  transaction(
    db,
    async ({ client }) => {
      const { rows: checkpoints } = await client.query<LaneCheckpoint>(
        'select source, lane, transaction_id::text, position::text from telemetry_checkpoint order by source, lane',
      );
      const found = await read({ ...db, pool: client as unknown as pg.Pool });
      return { found, checkpoints, checkpointOf: checkpointsFrom(checkpoints) };
    },
    'begin isolation level repeatable read read only',
  );

/**
 * Selects the batches of an app, or of some, that may hold events of whole UTC days from `from` (unix ms) up to `to` (exclusive).
 */
export interface SourceBatchQuery {
  app_id: string | readonly string[];
  from: EpochMs;
  to: EpochMs;
  checkpointOf: CheckpointOf;
  /** When the checkpoints were read, where that is not now: what a restore has numbered anew since is told by time. */
  checkpointsReadAt?: EpochMs;
  signal?: AbortSignal | undefined;
  /** Whether repetitions are wanted as well. */
  withRepeated?: boolean;
  /** Only these batches: whoever reads the others another time needs no memory for their ids. */
  share?: (batchId: string) => boolean;
}

/** A batch behind the metrics, where it is kept, and the progress of the read, 0 to 1; `repeated`: it counts nothing. */
export interface SourceBatch {
  batch: ArchivedBatch;
  repeated: boolean;
  kept: 'archive' | 'log';
  progress: number;
}

/** How many duplicates of counted batches were skipped. */
export interface DuplicateCount {
  repeated: number;
}

/**
 * The batches that were counted and may hold events of the days, without duplicates by the aggregator's rule, in the
 * order of the log: from the archive, then from the unarchived logs. Batches of the eight days before are read, too,
 * since a duplicate of one of them was not counted. Cost: every batch of the app that arrived in that time, in memory the
 * ids of at most eighteen days, and of the unarchived last hour the batches of all apps.
 */
export async function* readSourceBatches(
  deps: Deps,
  query: SourceBatchQuery,
  duplicates: DuplicateCount,
): AsyncGenerator<SourceBatch> {
  const [wantedFrom, wantedTo] = [query.from - aheadMs, query.to + oldestMs];
  const readFrom = wantedFrom - dedupWindowMs;
  const unarchived = await readUnarchivedRange(deps.analytics.pool);
  const hour = (ms: EpochMs): EpochMs => Math.floor(ms / hourMs) * hourMs;
  const archivedTo = Math.min(unarchived.since, hour(wantedTo) + hourMs);
  const seen = createSeenBatches();
  const readAt = query.checkpointsReadAt ?? Number.POSITIVE_INFINITY;
  /** Whether the checkpoints are of places that a log does not have any more; the stream keeps its own. */
  const isOutdated = (source: SourceName) => source === 'postgres' && readAt < unarchived.renumberedAt;
  const isCounted = (batch: ArchivedBatch): boolean => {
    if (isOutdated(batch.source)) return batch.received_ms <= readAt;
    // What was archived meanwhile may lie beyond the checkpoints of that snapshot.
    const renumbered = batch.source === 'postgres' && batch.received_ms < unarchived.renumberedBefore;
    return renumbered || comparePositions(batch, query.checkpointOf(batch.source, laneOf(batch.partition))) <= 0;
  };

  let kept: SourceBatch['kept'] = 'archive';
  const logs = async function* (): AsyncGenerator<ArchivedBatch> {
    if (hour(readFrom) < archivedTo)
      yield* readArchive(deps, { app_id: query.app_id, from_hour: hour(readFrom), to_hour: archivedTo });
    if (unarchived.since >= wantedTo) return;
    kept = 'log';
    const sources = [
      createPostgresSource(deps.analytics.pool as unknown as pg.ClientBase),
      // Whichever log is configured: what the other still holds is counted as well.
      ...(deps.bus && (await readStreamInfo(deps)) ? [createJetStreamSource(deps.bus)] : []),
    ];
    const until: CheckpointOf = (source, lane) =>
      isOutdated(source) ? lastLogPosition : query.checkpointOf(source, lane);
    yield* readUnarchived(unarchived, sources, { app_id: query.app_id, until });
  };

  for await (const batch of logs()) {
    query.signal?.throwIfAborted();
    const { received_ms } = batch;
    if (received_ms < readFrom || received_ms > wantedTo || query.share?.(batch.batch_id) === false) continue;
    if (!isCounted(batch)) continue;
    // The archive is read hour by hour, the lanes of a log one beside the other.
    if (kept === 'archive') seen.goOnFrom(hour(received_ms));
    const unique = seen.isFirst(batch);
    if (received_ms < wantedFrom) continue;
    if (!unique) duplicates.repeated += 1;
    if (!unique && !query.withRepeated) continue;
    const progress = Math.min(1, (received_ms - wantedFrom) / (wantedTo - wantedFrom));
    yield { batch, repeated: !unique, kept, progress };
  }
}
