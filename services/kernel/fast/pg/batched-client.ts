import { Socket } from 'node:net';
import type pg from 'pg';
import { createTurnBatch } from '../../platform/turn-batch.ts';
import { BatchedQuery, isNamedStatement, PipelinedBatch, type QueryFunction } from './pipeline.ts';

const batchingQuery = (client: pg.PoolClient): QueryFunction => {
  const direct = client.query.bind(client) as QueryFunction;
  // Not `createTurnBatch`: by nextTick the queries leave before the I/O of this turn, and one unnamed flushes those
  // ahead.
  let waiting: BatchedQuery[] = [];
  const flush = () => {
    const queries = waiting;
    waiting = [];
    if (queries.length > 0) client.query(new PipelinedBatch(queries));
  };
  return (statement, values) => {
    // Only named statements are batched; anything else is sent by itself, behind those before it.
    if (!isNamedStatement(statement, values)) {
      flush();
      return direct(statement, values);
    }
    if (waiting.length === 0) process.nextTick(flush);
    return new Promise((resolve, reject) => void waiting.push(new BatchedQuery(statement, resolve, reject)));
  };
};

const batchingClients = new WeakMap<pg.PoolClient, pg.PoolClient>();

/**
 * The same connection, with the queries of one turn of the event loop sent as one batch. For use inside a transaction
 * only, where the statements of a batch succeed or fail together anyway.
 */
export const withBatchedQueries = (client: pg.PoolClient): pg.PoolClient => {
  let found = batchingClients.get(client);
  if (!found) {
    found = Object.create(client, { query: { value: batchingQuery(client) } }) as pg.PoolClient;
    batchingClients.set(client, found);
  }
  return found;
};

// All sockets flush at the end of the turn, one after the other: waking a sleeping Postgres backend costs more than its
// statement, and by then most are awake.
const uncorkAtTurnEnd = createTurnBatch<CoalescingSocket>((sockets) => {
  for (const socket of sockets) socket.uncorkNow();
});

/**
 * A socket that coalesces the writes of one turn of the event loop: one system call, which costs more than a statement.
 */
export class CoalescingSocket extends Socket {
  #corked = false;

  #corkUntilTurnEnds(): void {
    if (this.#corked || this.connecting) return;
    this.#corked = true;
    this.cork();
    uncorkAtTurnEnd(this);
  }

  uncorkNow(): void {
    this.#corked = false;
    this.uncork();
  }

  override cork(): void {
    super.cork();
    this.#corkUntilTurnEnds();
  }

  override write(...args: unknown[]): boolean {
    this.#corkUntilTurnEnds();
    return super.write(...(args as Parameters<Socket['write']>));
  }
}
