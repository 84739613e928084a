import pg from 'pg';
import { searchPath } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { hashTables } from '../hash-tables.ts';
import type { Rebuilt } from '../runner/rebuild.ts';
import type { Place } from './inbox.ts';
import { countNext, figuresLock, readCheckpoint } from './step.ts';
import { readTables, tablesSql } from './tables.ts';

const next = 'analytics_next';
const chunk = 2000;

const connect = async (url: string, path: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    options: `-c search_path=${path.replaceAll(' ', '')} -c timezone=UTC -c lock_timeout=5000`,
  });
  await client.connect();
  return client;
};

const behind = (a: Place, b: Place): boolean => {
  const difference = BigInt(a.transaction_id) - BigInt(b.transaction_id);
  return difference < 0n || (difference === 0n && BigInt(a.position) < BigInt(b.position));
};

/**
 * Counts the whole inbox anew into tables of its own, batches deduplicated anew, while figures are read and counted as
 * ever; then, while no figures are written, brings it to where the aggregator stands and switches in one transaction.
 */
export const rebuildAnalytics = async (kernel: Pick<Kernel, 'analyticsUrl' | 'log'>): Promise<Rebuilt> => {
  const live = await connect(kernel.analyticsUrl, searchPath);
  const draft = await connect(kernel.analyticsUrl, `${next}, public`);
  const countUpTo = async (until: Place): Promise<void> => {
    while (behind(await readCheckpoint(draft), until)) {
      const { rows } = await countNext(draft, kernel.log, chunk, until, 'alone');
      if (rows === 0) return;
    }
  };
  try {
    const { rows } = await live.query(`select pg_try_advisory_lock(hashtextextended('rebuild:analytics', 0)) as mine`);
    if (!rows[0].mine) throw new Error('analytics is being rebuilt by another process');
    await live.query(`drop schema if exists ${next} cascade`);
    await live.query(`create schema ${next}`);
    await draft.query(await tablesSql());
    await countUpTo(await readCheckpoint(live));
    // Held by the session, outside of any transaction: it stops the aggregator and holds back no reader's horizon.
    await live.query('select pg_advisory_lock($1)', [figuresLock]);
    await countUpTo(await readCheckpoint(live));
    const before = await hashTables(live, 'analytics', readTables);
    const after = await hashTables(live, next, readTables);
    await live.query(
      `begin; alter schema analytics rename to analytics_old; alter schema ${next} rename to analytics;
       drop schema analytics_old cascade; commit`,
    );
    return { before, after };
  } finally {
    await Promise.all([live.end(), draft.end()]);
  }
};
