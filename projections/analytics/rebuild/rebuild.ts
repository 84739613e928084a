import pg from 'pg';
import { acquireAdvisoryLock, advisoryLocks, tryAdvisoryLock } from '#kernel/db/advisory-locks.ts';
import { searchPath } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import {
  comparePositions,
  type LogPosition,
  type StoredBatch,
  type TelemetrySource,
} from '#kernel/telemetry-log/log.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { hashTableRows } from '../../hash-rows.ts';
import type { RebuildHashes } from '../../runner/rebuild.ts';
import { readArchive, readUnarchivedRange } from '../archive/read.ts';
import { rebuildableCounters } from '../count/all-counters.ts';
import { readLaneCheckpoint } from '../count/checkpoint.ts';
import { type Aggregation, processBatch, processNextBatch } from '../count/process-batch.ts';
import { metricTables, tablesSql } from '../tables.ts';
import { type CarriedOverDays, carryOverDays, recountableSince } from './carried-over-days.ts';
import { previousSchema } from './previous-schema.ts';

const nextSchema = 'analytics_next';
const chunk = 2000;
const everyLane = Array.from({ length: laneCount }, (_, lane) => lane);

type Deps = Pick<Kernel, 'analytics' | 'analyticsUrl' | 'bus' | 'files' | 'log' | 'now'>;

const connect = async (url: string, path: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    pipeline: true,
    options: `-c search_path=${path.replaceAll(' ', '')} -c timezone=UTC -c lock_timeout=5000`,
  });
  // A connection that is lost while it idles says so by its next query.
  client.on('error', () => {});
  await client.connect();
  return client;
};

const schemaExists = async (on: pg.Client, schema: string): Promise<boolean> => {
  const { rows } = await on.query<{ there: boolean }>('select to_regnamespace($1) is not null as there', [schema]);
  return rows[0]!.there;
};

const setCheckpoint = (draft: pg.Client, source: string, lane: number, { transaction_id, position }: LogPosition) =>
  draft.query(
    'update telemetry_checkpoint set transaction_id = $3::xid8, position = $4 where source = $1 and lane = $2',
    [source, lane, transaction_id, position],
  );

/** How far each lane of a log is counted, in their order. */
const laneCheckpoints = async (live: pg.Client, source: string): Promise<LogPosition[]> => {
  const checkpoints: LogPosition[] = [];
  for (const lane of everyLane) checkpoints.push(await readLaneCheckpoint(live, source, lane));
  return checkpoints;
};

/** Counts the archive, and sets the draft's checkpoints to where the logs continue. */
const countArchive = async (
  deps: Deps,
  live: pg.Client,
  draft: pg.Client,
  aggregation: Aggregation,
  sources: readonly TelemetrySource[],
): Promise<void> => {
  const unarchived = await readUnarchivedRange(deps.analytics.pool);
  let rows: StoredBatch[] = [];
  const flush = async () => {
    await processBatch(draft, aggregation, rows, async () => {});
    rows = [];
  };
  for await (const row of readArchive(deps, { from_hour: 0, to_hour: unarchived.since })) {
    rows.push(row);
    if (rows.length === chunk) await flush();
  }
  if (rows.length > 0) await flush();
  for (const source of sources) {
    // Before the ranges: a batch that arrives and is counted in between lies beyond the place where its lane continues.
    const counted = await laneCheckpoints(live, source.name);
    const ranges = await unarchived.laneRanges(source.name);
    for (const [lane, checkpoint] of counted.entries())
      await setCheckpoint(draft, source.name, lane, ranges.get(lane)?.after ?? checkpoint);
  }
};

/** Counts the logs from the draft's checkpoints to the live ones. */
const catchUp = async (
  live: pg.Client,
  draft: pg.Client,
  aggregation: Aggregation,
  sources: readonly TelemetrySource[],
  carriedOver: CarriedOverDays | null,
): Promise<void> => {
  for (const source of sources)
    for (const lane of everyLane) {
      const until = await readLaneCheckpoint(live, source.name, lane);
      await carriedOver?.copyFirstAnswers();
      while (comparePositions(await readLaneCheckpoint(draft, source.name, lane), until) < 0) {
        const { rows } = await processNextBatch(draft, aggregation, source, lane, chunk, until);
        if (rows > 0) continue;
        // Nothing is between: the batch at the live checkpoint has been removed from the log since.
        await setCheckpoint(draft, source.name, lane, until);
      }
    }
};

/**
 * Rebuilds the analytics tables: counts archive and logs into a draft schema, deduplicating again, while the live
 * tables are read and written. Days whose batches are past retention are carried over, from the previous release's
 * tables while those exist. Then, under the exclusive lock, catches up and swaps the schemas in one transaction.
 */
export const rebuildAnalytics = async (deps: Deps): Promise<RebuildHashes> => {
  const live = await connect(deps.analyticsUrl, searchPath);
  const draft = await connect(deps.analyticsUrl, `${nextSchema}, public`);
  const sources = [createPostgresSource(draft), ...(deps.bus ? [createJetStreamSource(deps.bus)] : [])];
  try {
    if (!(await tryAdvisoryLock(live, 'rebuild:analytics')))
      throw new Error('analytics is being rebuilt by another process');
    await acquireAdvisoryLock(live, advisoryLocks.archive, 'shared');
    await live.query(`drop schema if exists ${nextSchema} cascade`);
    await live.query(`create schema ${nextSchema}`);
    await draft.query(await tablesSql());
    const since = await recountableSince(live);
    const from = since !== null && (await schemaExists(live, previousSchema)) ? previousSchema : 'analytics';
    // What is carried over was counted up to that release's checkpoints.
    await live.query(`set search_path = ${from}, ${searchPath}`);
    const carriedOver = since === null ? null : carryOverDays(draft, from, nextSchema, since, deps.now());
    const aggregation: Aggregation = {
      log: deps.log,
      createCounters: rebuildableCounters(),
      tables: 'draft',
      ...(since === null ? {} : { since }),
    };
    await carriedOver?.copyFirstAnswers();
    await countArchive(deps, live, draft, aggregation, sources);
    await catchUp(live, draft, aggregation, sources, carriedOver);
    await carriedOver?.copyFinalDays();
    // Held by the session, outside of any transaction: it stops the aggregators without holding back any reader's
    // horizon.
    await acquireAdvisoryLock(live, advisoryLocks.figures);
    await catchUp(live, draft, aggregation, sources, carriedOver);
    await carriedOver?.copyOpenDays();
    const before = await hashTableRows(live, 'analytics', metricTables);
    const after = await hashTableRows(live, nextSchema, metricTables);
    const { rows: release } = await live.query<{ said: string | null }>(
      `select quote_nullable(obj_description(oid, 'pg_namespace')) as said from pg_namespace where nspname = 'analytics'`,
    );
    await live.query(
      `begin; comment on schema ${nextSchema} is ${release[0]!.said}; alter schema analytics rename to analytics_old;
       alter schema ${nextSchema} rename to analytics; drop schema analytics_old cascade;
       drop schema if exists ${previousSchema} cascade; commit`,
    );
    return { before, after };
  } finally {
    await Promise.all([live.end(), draft.end()]);
  }
};

/**
 * Rebuilds new tables before anything is counted, where there is an archive or a previous schema: the logs hold only
 * what came after.
 */
export const rebuildIfTablesAreNew = async (deps: Deps): Promise<void> => {
  const { rows } = await deps.analytics.pool.query<{ due: boolean }>(
    `select to_regnamespace('${previousSchema}') is not null or exists (select from telemetry_archive)
        and not exists (select from telemetry_checkpoint where (transaction_id, position) > ('0', 0)) as due`,
  );
  if (!rows[0]!.due) return;
  deps.log.info('counting figures from the archive');
  await rebuildAnalytics(deps);
};
