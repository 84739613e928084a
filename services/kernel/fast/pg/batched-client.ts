import type pg from 'pg';
import { BatchedQuery, isNamedStatement, PipelinedBatch, type QueryFunction } from './pipeline.ts';

const batchingQuery = (client: pg.PoolClient): QueryFunction => {
  const direct = client.query.bind(client) as QueryFunction;
  // By nextTick the queries leave before the I/O of this turn; one that is unnamed flushes those ahead.
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
