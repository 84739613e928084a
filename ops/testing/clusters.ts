import { finished, pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type EmbeddedPostgres, startEmbedded } from '#kernel/db/embedded.ts';
import { createLog } from '#kernel/platform/log.ts';
import { migrateDatabases } from '../start/migrate-databases.ts';
import { openOwner } from '../tools/backup/owner.ts';
import { matchShapes, quoteIdentifiers, readSequences, readShapes, setSequence } from '../tools/backup/tables.ts';
import { makeTempFolder, runToExit } from './running.ts';

interface Test {
  teardown(work: () => Promise<unknown>): void;
}

/** Runs a program of ops/tools to its end and answers its exit code and what it wrote. */
export const runProgram = (file: string, args: readonly string[], env: Record<string, string>) =>
  runToExit(`ops/tools/${file}.ts`, args, { LOG_LEVEL: 'silent', ...env });

/** A Postgres cluster of its own, which has given out few transaction ids yet, and the folder that it lies in. */
export const startTestCluster = async (
  t: Test,
  settings: string[] = [],
): Promise<EmbeddedPostgres & { dir: string }> => {
  const { dir, remove } = await makeTempFolder();
  t.teardown(remove);
  const embedded = await startEmbedded(dir, createLog('silent'), settings);
  t.teardown(embedded.stop);
  return { ...embedded, dir };
};

/** Lets a cluster give out so many transaction ids. */
export const burnTransactionIds = async (url: string, count: number): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `do $$ begin
       create temp table spent (one int);
       for n in 1..${count} loop begin insert into spent values (n); exception when others then raise; end; end loop;
     end $$`,
  );
  await client.end();
};

/** Copies a database as it is into another cluster, ids and all, as any program does that copies rows. */
export const copyDatabase = async (from: string, to: string): Promise<void> => {
  await migrateDatabases(to, to);
  const [source, target] = [await openOwner(from), await openOwner(to)];
  try {
    const shapes = await readShapes(source);
    await matchShapes(
      target,
      shapes.map((one) => ({ ...one, file: '', rows: 0, bytes: 0, sha256: '' })),
    );
    await target.query(`truncate ${shapes.map(({ schema, name }) => quoteIdentifiers(schema, name)).join(', ')}`);
    for (const { schema, name, columns } of shapes) {
      const what = `${quoteIdentifiers(schema, name)} (${columns.map((one) => quoteIdentifiers(one.name)).join(', ')})`;
      const into = target.query(copyFrom(`copy ${what} from stdin`));
      await pipeline(source.query(copyTo(`copy ${what} to stdout`)), into);
      await finished(into);
    }
    for (const one of await readSequences(source)) await setSequence(target, one);
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
};
