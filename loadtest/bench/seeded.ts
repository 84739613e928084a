import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbedded } from '#kernel/db/embedded.ts';
import { createLog } from '#kernel/platform/log.ts';
import { loadSecrets } from '#kernel/platform/secrets.ts';
import type { Harness } from '#ops/testing/harness.ts';
import { forTests, freshDatabase, nameTemplate } from '#ops/testing/postgres.ts';
import { withProduct } from './with-product.ts';

const folder = resolve('.build/bench');
/** What makes the figures, from this file: a change of any of it makes another database. */
const makers = ['.', '../../projections/analytics/count', '../../projections/analytics/rollups'];

const nameSeeded = async (parameters: object): Promise<string> => {
  const hash = createHash('sha256').update(`${await nameTemplate()} ${JSON.stringify(parameters)}`);
  for (const maker of makers) {
    const directory = fileURLToPath(new URL(maker, import.meta.url));
    const files = await readdir(directory, { recursive: true });
    for (const file of files.sort())
      if (maker === '.' ? /^(batches|seed.*)\.[jt]s$/.test(file) : /(?<!\.test)\.[jt]s$/.test(file))
        hash.update(await readFile(join(directory, file)));
  }
  return `seeded_${hash.digest('hex').slice(0, 16)}`;
};

const onServer = async (serverUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

const dropOthers = (serverUrl: string): Promise<void> =>
  onServer(serverUrl, async (client) => {
    const { rows } = await client.query(`select datname from pg_database where datname ~ '^(seeded|test)_'`);
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    for (const file of await readdir(folder)) if (file.startsWith('seeded_')) await rm(join(folder, file));
  });

/**
 * Runs work on a product with what `seed` put into it and answered, which has to be plain data. With `keep` it is put
 * there once for each release, each day and such parameters: a Postgres under .build/bench keeps it, and each run gets a
 * copy.
 */
export const withSeeded = async <S, T>(
  { keep, parameters }: { keep: boolean; parameters: object },
  seed: (h: Harness) => Promise<S>,
  work: (h: Harness, seeded: S) => Promise<T>,
): Promise<T> => {
  if (!keep) return withProduct(async (h) => work(h, await seed(h)));
  const server = await startEmbedded(folder, createLog('silent'), forTests);
  try {
    const secrets = await loadSecrets(folder);
    const name = await nameSeeded({ ...parameters, today: new Date().toISOString().slice(0, 10) });
    const answer = join(folder, `${name}.json`);
    if (!existsSync(answer)) {
      await dropOthers(server.url);
      const fresh = await freshDatabase(server.url);
      const seeded = await withProduct(seed, { database: fresh, secrets });
      const made = new URL(fresh.ownerUrl).pathname.slice(1);
      await onServer(server.url, (client) => client.query(`alter database ${made} rename to ${name}`));
      await writeFile(answer, JSON.stringify(seeded));
    }
    const seeded = JSON.parse(await readFile(answer, 'utf8')) as S;
    const database = await freshDatabase(server.url, name);
    try {
      return await withProduct((h) => work(h, seeded), { database, secrets });
    } finally {
      await database.drop();
    }
  } finally {
    await server.stop();
  }
};
