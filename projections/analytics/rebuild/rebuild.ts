import pg from 'pg';
import { advisoryLocks } from '#kernel/db/advisory-locks.ts';
import { searchPath } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import {
  comparePositions,
  type LogPosition,
  laneCount,
  type StoredBatch,
  type TelemetrySource,
} from '#kernel/telemetry-log/log.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { hashTables } from '../../hash-tables.ts';
import type { Rebuilt } from '../../runner/rebuild.ts';
import { readArchive, unsealed } from '../archive/read.ts';
import { type Counting, countNext, countRows, readCheckpoint } from '../count/step.ts';
import { rebuiltTallies } from '../count/tallies.ts';
import { readTables, tablesSql } from '../tables.ts';
import { earlier } from './earlier.ts';
import { countableSince, keptDays } from './kept-days.ts';

const next = 'analytics_next';
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

const isThere = async (on: pg.Client, schema: string): Promise<boolean> => {
  const { rows } = await on.query<{ there: boolean }>('select to_regnamespace($1) is not null as there', [schema]);
  return rows[0]!.there;
};

const startAt = (draft: pg.Client, source: string, lane: number, { transaction_id, position }: LogPosition) =>
  draft.query(
    'update telemetry_checkpoint set transaction_id = $3::xid8, position = $4 where source = $1 and lane = $2',
    [source, lane, transaction_id, position],
  );

/** Counts what is archived, and sets the draft's checkpoints to where the logs go on from there. */
const countArchive = async (
  deps: Deps,
  live: pg.Client,
  draft: pg.Client,
  counting: Counting,
  sources: readonly TelemetrySource[],
): Promise<void> => {
  const open = await unsealed(deps.analytics.pool);
  let rows: StoredBatch[] = [];
  const flush = async () => {
    await countRows(draft, counting, rows, async () => {});
    rows = [];
  };
  for await (const row of readArchive(deps, { from_hour: 0, to_hour: open.since })) {
    rows.push(row);
    if (rows.length === chunk) await flush();
  }
  if (rows.length > 0) await flush();
  for (const source of sources) {
    const stretches = await open.stretches(source.name);
    for (const lane of everyLane) {
      const after = stretches.get(lane)?.after ?? (await readCheckpoint(live, source.name, lane));
      await startAt(draft, source.name, lane, after);
    }
  }
};

/** Counts the logs from where the draft stands to where the aggregator does. */
const catchUp = async (
  live: pg.Client,
  draft: pg.Client,
  counting: Counting,
  sources: readonly TelemetrySource[],
): Promise<void> => {
  for (const source of sources)
    for (const lane of everyLane) {
      const until = await readCheckpoint(live, source.name, lane);
      while (comparePositions(await readCheckpoint(draft, source.name, lane), until) < 0) {
        const { rows } = await countNext(draft, counting, source, lane, chunk, until);
        if (rows > 0) continue;
        // Nothing lies between: the aggregator's own place has been removed from the log since.
        await startAt(draft, source.name, lane, until);
      }
    }
};

/**
 * Counts archive and logs anew into tables of their own, batches deduplicated anew, while figures are read and counted as
 * ever; days of which batches were removed for good are copied, from the tables of the release before while those are
 * there. Then, while no figures are written, brings the tables to where the aggregator stands and switches in one
 * transaction.
 */
export const rebuildAnalytics = async (deps: Deps): Promise<Rebuilt> => {
  const live = await connect(deps.analyticsUrl, searchPath);
  const draft = await connect(deps.analyticsUrl, `${next}, public`);
  const sources = [createPostgresSource(draft), ...(deps.bus ? [createJetStreamSource(deps.bus)] : [])];
  try {
    const { rows } = await live.query(`select pg_try_advisory_lock(hashtextextended('rebuild:analytics', 0)) as mine`);
    if (!rows[0].mine) throw new Error('analytics is being rebuilt by another process');
    await live.query('select pg_advisory_lock_shared($1)', [advisoryLocks.archive]);
    await live.query(`drop schema if exists ${next} cascade`);
    await live.query(`create schema ${next}`);
    await draft.query(await tablesSql());
    const since = await countableSince(live);
    const from = since !== null && (await isThere(live, earlier)) ? earlier : 'analytics';
    // What is copied was counted to where that release's aggregators stood.
    await live.query(`set search_path = ${from}, ${searchPath}`);
    const kept = since === null ? null : keptDays(draft, from, next, since, deps.now());
    const counting: Counting = {
      log: deps.log,
      tallies: rebuiltTallies(),
      beside: 'alone',
      ...(since === null ? {} : { since }),
    };
    await countArchive(deps, live, draft, counting, sources);
    await catchUp(live, draft, counting, sources);
    await kept?.settled();
    // Held by the session, outside of any transaction: it stops the aggregators and holds back no reader's horizon.
    await live.query('select pg_advisory_lock($1)', [advisoryLocks.figures]);
    await catchUp(live, draft, counting, sources);
    await kept?.rest();
    const before = await hashTables(live, 'analytics', readTables);
    const after = await hashTables(live, next, readTables);
    const { rows: release } = await live.query<{ said: string | null }>(
      `select quote_nullable(obj_description(oid, 'pg_namespace')) as said from pg_namespace where nspname = 'analytics'`,
    );
    await live.query(
      `begin; comment on schema ${next} is ${release[0]!.said}; alter schema analytics rename to analytics_old;
       alter schema ${next} rename to analytics; drop schema analytics_old cascade;
       drop schema if exists ${earlier} cascade; commit`,
    );
    return { before, after };
  } finally {
    await Promise.all([live.end(), draft.end()]);
  }
};

/**
 * Tables that were made anew are counted first, while there is an archive or the tables of the release before: the logs
 * hold only what came after.
 */
export const countArchiveFirst = async (deps: Deps): Promise<void> => {
  const { rows } = await deps.analytics.pool.query<{ due: boolean }>(
    `select to_regnamespace('${earlier}') is not null or exists (select from telemetry_archive)
        and not exists (select from telemetry_checkpoint where (transaction_id, position) > ('0', 0)) as due`,
  );
  if (!rows[0]!.due) return;
  deps.log.info('the figures are counted from the archive');
  await rebuildAnalytics(deps);
};
