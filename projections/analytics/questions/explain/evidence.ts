import type pg from 'pg';
import type { Db } from '#kernel/db/pool.ts';
import { transaction } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import {
  comparePositions,
  firstLogPosition,
  type LogPosition,
  laneOf,
  type SourceName,
} from '#kernel/telemetry-log/log.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { hourMs, streamNow } from '../../archive/hours.ts';
import type { ArchivedBatch } from '../../archive/line.ts';
import { readArchive, readUnsealed, unsealed } from '../../archive/read.ts';

const dayMs = 86_400_000;
/** A batch that comes again within this time of the one that was counted is not counted. */
const rememberMs = 8 * dayMs;
/** Events are at most so much older than their batch, or ahead of it; an hour more, since two clocks are compared. */
const oldestMs = 7 * dayMs + hourMs;
const aheadMs = 5 * 60_000 + hourMs;

type Deps = Pick<Kernel, 'analytics' | 'files' | 'bus' | 'config'>;

/** How far each lane of each log is counted. */
export type Counted = (source: SourceName, lane: number) => LogPosition;

/** Figures and how far they are counted, of one moment: `read` sees both as they stood together. */
export const atOneMoment = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<{ found: T; counted: Counted }> =>
  transaction(
    db,
    async ({ client }) => {
      const { rows } = await client.query<LogPosition & { source: string; lane: number }>(
        'select source, lane, transaction_id::text, position::text from telemetry_checkpoint',
      );
      const places = new Map(rows.map((row) => [`${row.source} ${row.lane}`, row]));
      const found = await read({ ...db, pool: client as unknown as pg.Pool });
      return { found, counted: (source, lane) => places.get(`${source} ${lane}`) ?? firstLogPosition };
    },
    'begin isolation level repeatable read read only',
  );

/** Which batches of an app are wanted: those that may hold events of whole UTC days, `from` and `to` in unix ms (`to` not included). */
export interface EvidenceAsk {
  app_id: string;
  from: number;
  to: number;
  counted: Counted;
  signal?: AbortSignal | undefined;
}

/** A batch behind the figures, where it is kept, and how far the reading has come: the part of the time in which it may lie, 0 to 1. */
export interface Evidence {
  batch: ArchivedBatch;
  kept: 'archive' | 'log';
  done: number;
}

/** How many repetitions of counted batches were passed over. */
export interface Passed {
  repeated: number;
}

/**
 * The batches that were counted and may hold events of the asked days, repetitions left out by the aggregator's own rule,
 * in the order of the log: from the archive's sealed hours, then from what is not sealed. Batches of eight days before are
 * read, too, since what repeats one of them was not counted. Cost: every batch of the app that arrived in that time, and
 * of the unsealed last hour those of all apps.
 */
export async function* countedBatches(deps: Deps, ask: EvidenceAsk, passed: Passed): AsyncGenerator<Evidence> {
  const [wantedFrom, wantedTo] = [ask.from - aheadMs, ask.to + oldestMs];
  const readFrom = wantedFrom - rememberMs;
  const open = await unsealed(deps.analytics.pool);
  const hour = (ms: number) => Math.floor(ms / hourMs) * hourMs;
  const sealedTo = Math.min(open.since, hour(wantedTo) + hourMs);
  const seen = new Map<string, number>();

  const isFresh = ({ instance_id, batch_id, received_ms }: ArchivedBatch): boolean => {
    const key = `${instance_id}${batch_id}`;
    const before = seen.get(key);
    if (before !== undefined && before >= received_ms - rememberMs) return false;
    seen.set(key, received_ms);
    return true;
  };
  let kept: Evidence['kept'] = 'archive';
  const logs = async function* (): AsyncGenerator<ArchivedBatch> {
    if (hour(readFrom) < sealedTo)
      yield* readArchive(deps, { app_id: ask.app_id, from_hour: hour(readFrom), to_hour: sealedTo });
    if (open.since >= wantedTo) return;
    kept = 'log';
    const sources = [
      createPostgresSource(deps.analytics.pool as unknown as pg.ClientBase),
      // Whichever log is written: what the other still holds is counted as well.
      ...(deps.bus && (await streamNow(deps)) ? [createJetStreamSource(deps.bus)] : []),
    ];
    yield* readUnsealed(open, sources, { app_id: ask.app_id, until: ask.counted });
  };

  for await (const batch of logs()) {
    ask.signal?.throwIfAborted();
    const { received_ms } = batch;
    if (received_ms < readFrom || received_ms > wantedTo) continue;
    // What was sealed meanwhile may lie beyond what the figures of that moment hold.
    const renumbered = batch.source === 'postgres' && received_ms < open.earlier;
    if (!renumbered && comparePositions(batch, ask.counted(batch.source, laneOf(batch.partition))) > 0) continue;
    const fresh = isFresh(batch);
    if (received_ms < wantedFrom) continue;
    if (!fresh) passed.repeated += 1;
    else yield { batch, kept, done: Math.min(1, (received_ms - wantedFrom) / (wantedTo - wantedFrom)) };
  }
}
