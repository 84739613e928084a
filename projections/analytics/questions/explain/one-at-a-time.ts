import pg from 'pg';
import { Refusal } from '#contracts/errors.ts';

/**
 * Runs work that only one process at a time may do, by an advisory lock of that name on a connection of its own; refuses
 * with Conflict and these words while it runs elsewhere. The lock goes with the process.
 */
export const oneAtATime = async <T>(url: string, name: string, words: string, work: () => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
  // A connection that breaks loses the lock; the work goes on, since all it does is read.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
      [name],
    );
    if (!rows[0]!.mine) throw new Refusal('Conflict', words);
    return await work();
  } finally {
    await client.end().catch(() => {});
  }
};
