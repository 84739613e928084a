import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#kernel/db/embedded.ts';
import type { Config } from '#kernel/platform/config.ts';
import { createLog } from '#kernel/platform/log.ts';

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};

/** Where the databases of an installation are, as their owner reaches them. */
export interface Databases {
  databaseUrl: string;
  analyticsUrl: string;
  /** Stops the embedded Postgres, if this call has started it. */
  close(): Promise<void>;
}

/** Finds the databases: at DATABASE_URL, or the embedded Postgres, which is started unless it runs already. */
export const findDatabases = async (config: Config): Promise<Databases> => {
  const noted = await readFile(join(config.DATA_DIR, 'database.url'), 'utf8').catch(() => null);
  const running = config.DATABASE_URL ?? (noted && (await answers(noted)) ? noted : null);
  const embedded = running ? null : await startEmbedded(config.DATA_DIR, createLog('warn'));
  const databaseUrl = running ?? embedded!.url;
  const analyticsUrl = config.ANALYTICS_DATABASE_URL ?? databaseUrl;
  return { databaseUrl, analyticsUrl, close: async () => embedded?.stop() };
};
