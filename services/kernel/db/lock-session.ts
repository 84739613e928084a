import pg from 'pg';
import { type LockKey, releaseAdvisoryLock, tryAdvisoryLock } from './advisory-locks.ts';
import { serializeQueries } from './serial-queries.ts';

/** Advisory locks that are held by one connection, which is opened when the first is asked for. */
export interface LockSession {
  /**
   * Runs `work` while the connection holds an advisory lock, which nobody else has then, in this process or another;
   * does nothing and answers false when the lock is taken. The signal is aborted when the connection, and with it the
   * lock, is lost, and when `stop` is aborted.
   */
  hold(key: LockKey, work: (signal: AbortSignal) => Promise<void>, stop?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

interface Connection {
  client: pg.Client;
  /** Aborted when the connection is lost. */
  lost: AbortSignal;
  /** Postgres gives a lock to its holder once more; here it has one holder. */
  held: Set<LockKey>;
}

/** Holds locks on the database of that address. A connection that was lost is followed by a new one. */
export const openLockSession = (url: string): LockSession => {
  let current: Promise<Connection> | null = null;

  const connect = async (forget: () => void): Promise<Connection> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
    serializeQueries(client);
    const lost = new AbortController();
    for (const event of ['error', 'end'] as const)
      client.on(event, () => {
        lost.abort();
        forget();
      });
    await client.connect();
    return { client, lost: lost.signal, held: new Set() };
  };
  const connection = (): Promise<Connection> => {
    if (current) return current;
    const forget = () => {
      if (current === opened) current = null;
    };
    const opened = connect(forget).catch((error) => {
      forget();
      throw error;
    });
    current = opened;
    return opened;
  };

  return {
    async hold(key, work, stop) {
      const { client, lost, held } = await connection();
      if (held.has(key)) return false;
      held.add(key);
      // Whether Postgres still holds the lock is unknown after a failure: it ends with the connection.
      const giveUp = () => client.end().catch(() => {});
      try {
        const won = await tryAdvisoryLock(client, key).catch(async (error) => {
          await giveUp();
          throw error;
        });
        if (!won) return false;
        try {
          await work(stop ? AbortSignal.any([lost, stop]) : lost);
        } finally {
          if (!lost.aborted) await releaseAdvisoryLock(client, key).catch(giveUp);
        }
        return true;
      } finally {
        held.delete(key);
      }
    },
    async close() {
      const open = await current?.catch(() => null);
      await open?.client.end().catch(() => {});
    },
  };
};
