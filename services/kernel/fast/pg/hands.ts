import type pg from 'pg';
import { type Ask, Asked, inFlights, isNamed } from './flight.ts';
import type { Lanes } from './lanes.ts';

/** What a transaction works with: its connection as it sees it, and its end. */
export interface Hands {
  client: pg.PoolClient;
  /** Ends the transaction; throws when it was undone. */
  commit(): Promise<void>;
  /** Undoes the transaction after a failure. False when nothing was sent, so that no answer is to be waited for. */
  rollback(): Promise<boolean>;
  release(): void;
}

const committed = ({ command }: pg.QueryResult): void => {
  if (command !== 'COMMIT') throw new Error('a statement failed unnoticed, and the transaction was rolled back');
};

/** A transaction on a connection of its own. */
export const ownHands = (held: pg.PoolClient, client: pg.PoolClient): Hands => {
  let ended = false;
  let broken: Error | undefined;
  return {
    client,
    async commit() {
      const result = await client.query({ name: 'commit', text: 'commit' });
      ended = true;
      committed(result);
    },
    async rollback() {
      if (!ended)
        await client.query('rollback').catch((failed: Error) => {
          broken = failed;
        });
      return true;
    },
    release: () => held.release(broken),
  };
};

interface Wish {
  statement: pg.QueryConfig | string;
  values: unknown[] | undefined;
  done: (result: pg.QueryResult) => void;
  fail: (error: unknown) => void;
}

/**
 * A transaction of which is not known yet whether it needs a connection of its own. When it asks for everything, COMMIT
 * included, within one turn of the event loop, it flies on a lane; otherwise it gets a connection with its first answer.
 */
export class OpenHands implements Hands {
  readonly client: pg.PoolClient;
  readonly #pool: pg.Pool;
  readonly #lanes: Lanes;
  readonly #begin: pg.QueryConfig;
  #wishes: Wish[] = [];
  #own: Hands | null = null;
  #asking: Promise<void> | null = null;
  #leaving = false;
  #landing: { done: () => void; fail: (error: unknown) => void } | null = null;
  #sent = false;
  /** Why there is no connection. */
  #lost: unknown = null;

  constructor(pool: pg.Pool, lanes: Lanes, begin: pg.QueryConfig) {
    this.#pool = pool;
    this.#lanes = lanes;
    this.#begin = begin;
    this.client = { query: this.#query, pipeline: true } as unknown as pg.PoolClient;
  }

  readonly #query: Ask = (statement, values) => {
    if (this.#own) return (this.#own.client.query as unknown as Ask)(statement, values);
    if (this.#lost) return Promise.reject(this.#lost);
    if (this.#sent) return Promise.reject(new Error('the transaction has ended'));
    // What has no name cannot fly.
    if (!isNamed(statement, values)) this.#askOwn();
    else if (!this.#leaving && !this.#asking) {
      this.#leaving = true;
      process.nextTick(this.#leave);
    }
    return new Promise((done, fail) => void this.#wishes.push({ statement, values, done, fail }));
  };

  readonly #leave = (): void => {
    this.#leaving = false;
    if (this.#sent || this.#asking) return;
    if (!this.#landing) return void this.#askOwn();
    if (!this.#lanes.free()) {
      this.#askOwn();
      this.commit().then(this.#landing.done, this.#landing.fail);
      return;
    }
    this.#sent = true;
    const asked = this.#wishes.map(({ statement, done, fail }) => new Asked(statement as pg.QueryConfig, done, fail));
    this.#lanes.fly(asked).then(this.#landing.done, this.#landing.fail);
  };

  #askOwn(): void {
    this.#asking ??= this.#takeOwn();
  }

  async #takeOwn(): Promise<void> {
    try {
      const held = await this.#pool.connect();
      const own = ownHands(held, inFlights(held));
      this.#own = own;
      own.client.query(this.#begin).catch(() => {});
      for (const { statement, values, done, fail } of this.#wishes)
        (own.client.query as unknown as Ask)(statement, values).then(done, fail);
    } catch (error) {
      this.#lost = error;
      for (const { fail } of this.#wishes) fail(error);
    }
  }

  async commit(): Promise<void> {
    if (!this.#leaving && !this.#own && !this.#asking) return;
    if (!this.#own && !this.#asking)
      return new Promise((done, fail) => {
        this.#landing = { done, fail };
      });
    await this.#asking;
    if (!this.#own) throw this.#lost;
    await this.#own.commit();
  }

  async rollback(): Promise<boolean> {
    if (this.#sent) return true;
    if (!this.#own && !this.#asking) {
      this.#sent = true;
      return false;
    }
    await this.#asking;
    if (this.#own) await this.#own.rollback();
    return true;
  }

  release(): void {
    this.#own?.release();
  }
}
