import pg from 'pg';
import type { Kernel } from './kernel.ts';
import { delay } from './platform/delay.ts';

/** A running piece of the product. */
export interface Part {
  name: string;
  /** Null while it does its work, else one line that says what is wrong. */
  healthy(): string | null;
  stop(): Promise<void>;
}

/** Starts a part of a process. */
export type StartPart = (kernel: Kernel) => Promise<Part>;

const retryMs = 500;

/**
 * Runs `work` in at most one process at a time: whoever holds the advisory lock of that name works, the others stand by
 * and take over within a second. `work` gets a signal that ends when the lock is lost or the part is stopped, and
 * returns when it ends.
 */
export const singleRunner = (
  kernel: Pick<Kernel, 'log'>,
  url: string,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
): Part => {
  const stopping = new AbortController();
  let trouble: string | null = null;

  const turn = async () => {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
    const held = new AbortController();
    const lose = () => held.abort();
    client.on('error', lose);
    client.on('end', lose);
    stopping.signal.addEventListener('abort', lose, { once: true });
    try {
      await client.connect();
      const { rows } = await client.query<{ won: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as won',
        [`part:${name}`],
      );
      trouble = null;
      if (rows[0]?.won) await work(held.signal);
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
      if (!stopping.signal.aborted) kernel.log.error({ err: error, part: name }, 'a part failed and will try again');
    } finally {
      stopping.signal.removeEventListener('abort', lose);
      await client.end().catch(() => {});
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await turn();
      await delay(retryMs, stopping.signal);
    }
  })();

  return {
    name,
    healthy: () => trouble,
    async stop() {
      stopping.abort();
      await running;
    },
  };
};
