import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import type { StoryrailEvent } from '#contracts/events.ts';
import { install } from './install.ts';

const version = '0.42.0';
// Beside our own packages: what it wants of others differs from what we have.
const folder = new URL('../../.build/peers/', import.meta.url).pathname;
const packages = ['@event-driven-io/emmett', '@event-driven-io/emmett-postgresql'];

interface Store {
  schema: { migrate(): Promise<unknown> };
  appendToStream(
    stream: string,
    events: readonly StoryrailEvent[],
    options: { expectedStreamVersion: bigint | 'STREAM_DOES_NOT_EXIST' },
  ): Promise<unknown>;
  close(): Promise<void>;
}
interface EmmettPostgres {
  getPostgreSQLEventStore(url: string, options: { connectionOptions: { pool: pg.Pool } }): Store;
}

const isInstalled = (name: string): boolean => {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
};

const ensureEmmett = async (): Promise<EmmettPostgres> => {
  if (!packages.every(isInstalled)) {
    console.log(`Installing emmett ${version} …`);
    mkdirSync(folder, { recursive: true });
    const wanted = packages.map((name) => `${name}@${version}`);
    install('npm', [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--prefix',
      folder,
      ...wanted,
    ]);
  }
  const entry = join(folder, 'node_modules', packages[1]!, 'dist/index.js');
  return (await import(pathToFileURL(entry).href)) as EmmettPostgres;
};

/** Appends by emmett, over so many connections of its own driver. */
export interface EmmettStore {
  /** Appends an event to a stream that has `version` events. */
  append(stream: string, version: number, event: StoryrailEvent): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Opens an event store of emmett in a database, as its owner: it makes tables. Throws PeerMissing where it cannot be
 * installed.
 */
export const openEmmett = async (url: string, connections: number): Promise<EmmettStore> => {
  const { getPostgreSQLEventStore } = await ensureEmmett();
  const driver = createRequire(join(folder, 'package.json'))('pg') as typeof pg;
  const pool = new driver.Pool({ connectionString: url, max: connections });
  // A pool says that it has ended before its connections have; what the database says to those is no failure.
  pool.on('error', () => {});
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
  return {
    append: (stream, held, event) =>
      store.appendToStream(stream, [event], {
        expectedStreamVersion: held === 0 ? 'STREAM_DOES_NOT_EXIST' : BigInt(held),
      }),
    async stop() {
      await store.close();
      if (!pool.ended) await pool.end();
    },
  };
};
