import pg from 'pg';
import { Refusal } from '#contracts/errors.ts';

/**
 * Runs work under a session advisory lock of that name, on a connection of its own; refuses with Conflict and this
 * message while another process holds it. The lock ends with the process.
 */
export const runExclusively = async <T>(
  url: string,
  name: string,
  message: string,
  work: () => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
  // A connection that breaks loses the lock; the work goes on, since all it does is read.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
      [name],
    );
    if (!rows[0]!.mine) throw new Refusal('Conflict', message);
    return await work();
  } finally {
    await client.end().catch(() => {});
  }
};
