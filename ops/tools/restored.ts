// npm run restored: makes a database readable that was restored into another Postgres by other means than npm run
// restore.
import { acquireAdvisoryLock, advisoryLocks } from '#kernel/db/advisory-locks.ts';
import type { Config } from '#kernel/platform/config.ts';
import { migrateDatabases } from '../start/migrate-databases.ts';
import { foreignPositions } from '../start/transaction-ids.ts';
import { openOwner, refuseInUse } from './backup/owner.ts';
import { type Renumbered, renumber } from './backup/renumber.ts';
import { findDatabases } from './shell/databases.ts';
import { runAsTool, toolConfig } from './shell/run-as-tool.ts';

/** Renumbers one database in one transaction; answers nothing when its log is that of its own cluster. */
const mend = async (url: string): Promise<Renumbered[]> => {
  const client = await openOwner(url);
  try {
    // Whoever starts now waits at its migrations.
    await acquireAdvisoryLock(client, advisoryLocks.migration);
    await refuseInUse(client);
    if (!(await foreignPositions(client))) return [];
    await client.query(`begin; set local lock_timeout = '10s'`);
    const done = await renumber(client);
    await client.query('commit');
    await client.query('vacuum (analyze)');
    return [done];
  } finally {
    await client.end();
  }
};

/**
 * Renumbers the databases of an installation: migrates them to this release, then rewrites the transaction ids of those
 * that were restored from another cluster. Answers what was rewritten, null when there was nothing to mend. Throws
 * DatabaseUnfit while the product runs on them.
 */
const renumberRestored = async (config: Config): Promise<Renumbered | null> => {
  const { databaseUrl, analyticsUrl, close } = await findDatabases(config);
  try {
    const urls = [...new Set([databaseUrl, analyticsUrl])];
    for (const url of urls) {
      const client = await openOwner(url);
      await refuseInUse(client).finally(() => client.end());
    }
    await migrateDatabases(databaseUrl, analyticsUrl, { mended: true });
    const done: Renumbered[] = [];
    for (const url of urls) done.push(...(await mend(url)));
    const sum = (of: (one: Renumbered) => number) => done.reduce((all, one) => all + of(one), 0);
    return done.length === 0 ? null : { events: sum((one) => one.events), batches: sum((one) => one.batches) };
  } finally {
    await close();
  }
};

await runAsTool(async () => {
  const started = performance.now();
  const done = await renumberRestored(toolConfig());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    done
      ? `This Postgres can read the log now: ${done.events} events and ${done.batches} waiting batches (${seconds} s).`
      : 'Nothing to fix. This Postgres wrote the log itself.',
  );
  return 0;
});
