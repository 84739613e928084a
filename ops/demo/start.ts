import pg from 'pg';
import { tryAdvisoryLock } from '#kernel/db/advisory-locks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { beginDemo, demoIsWanted, signInText } from './demo.ts';

/** A demo in the making: what to tell whoever started the product ('' when nothing is new), and how to stop it. */
export interface StartedDemo {
  text: string;
  stop(): Promise<void>;
}

/**
 * A connection that holds the right to make the demo, which one process has at a time; null when another one has it.
 */
const takeTurn = async (kernel: Kernel, lost: () => void): Promise<pg.Client | null> => {
  const client = new pg.Client({ connectionString: kernel.databaseUrl, keepAlive: true });
  client.on('error', lost);
  await client.connect();
  if (await tryAdvisoryLock(client, 'demo')) return client;
  await client.end();
  return null;
};

/** Says that the demo may be in the making, before any part of the process begins: nothing may be counted of a part. */
export const expectDemo = (kernel: Kernel): void => {
  kernel.demo.filling = demoIsWanted(kernel.config);
};

/**
 * Begins or goes on with the demo account where it is wanted: people and apps are there when it returns, the rest is
 * made in the background. A demo that cannot be made never keeps the product from starting.
 */
export const startDemo = async (kernel: Kernel): Promise<StartedDemo> => {
  const nothing: StartedDemo = { text: '', stop: async () => {} };
  if (!demoIsWanted(kernel.config)) return nothing;
  const stopping = new AbortController();
  let turn: pg.Client | null = null;
  const release = async () => turn?.end().catch(() => {});
  try {
    turn = await takeTurn(kernel, () => stopping.abort());
    if (!turn) {
      kernel.demo.filling = false;
      return nothing;
    }
    expectDemo(kernel);
    const begun = await beginDemo(kernel);
    kernel.demo.filling = begun !== null;
    const rest = (begun?.finish(stopping.signal) ?? Promise.resolve())
      .catch((error) => {
        if (!stopping.signal.aborted)
          kernel.log.error({ err: error, part: 'demo' }, 'demo account: not finished; the next start continues');
      })
      .finally(() => {
        // Stopped half-way it is not there: whatever stops after it counts nothing of it.
        if (!stopping.signal.aborted) kernel.demo.filling = false;
        return release();
      });
    return {
      text: begun?.signIns ? signInText(kernel.config.PUBLIC_URL, begun.signIns) : '',
      async stop() {
        stopping.abort();
        await rest;
      },
    };
  } catch (error) {
    kernel.demo.filling = false;
    await release();
    kernel.log.error({ err: error, part: 'demo' }, 'demo account: could not start; the next start tries again');
    return nothing;
  }
};
