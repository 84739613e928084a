import { createPostgresBackend, runMigrations, SchemaVersionMismatchError, withBackend } from 'bullmq';
import pg from 'pg';
import { DatabaseUnfit } from '../db/migrate.ts';
import type { Logger } from '../platform/log.ts';
import type { EffectName } from './outbox.ts';

/** The queue that effects wait in. */
export const queueName = 'effects';
const schema = 'bullmq';
const { Queue } = withBackend(createPostgresBackend);

/** What the queue holds of an effect: ids only. `request_id` and `correlation_id` are those of the event that asked. */
export interface EffectJob {
  event_id: string;
  effect: EffectName;
  payload: never;
  request_id: string | null;
  correlation_id: string | null;
}

/** How often an effect is tried; the wait in milliseconds doubles with each try. */
export interface Retries {
  tries: number;
  firstWaitMs: number;
}
/** Over an hour all in all, so that a mail server that wants to be asked again later is. */
export const usualRetries: Retries = { tries: 13, firstWaitMs: 1000 };

const day = 86_400;

/** A connection that breaks in somebody's hands fails its query; it must not end the process, whoever borrowed it. */
class QueueClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

/** Connections to the queue's tables, with the time limits that hold for all others. */
export const queueConnection = (url: string, max: number) => ({
  connectionString: url,
  Client: QueueClient,
  schema,
  max,
  keepAlive: true,
  connectionTimeoutMillis: 5000,
  options:
    '-c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=10000 -c timezone=UTC',
});

/** The queue as those see it who add to it and look into it; to be closed by the caller. */
export const openQueue = (url: string, log: Logger, { tries, firstWaitMs }: Retries = usualRetries) => {
  const queue = new Queue<EffectJob, string, EffectName>(queueName, {
    connection: queueConnection(url, 2),
    streams: { events: { maxLen: 1000 } },
    defaultJobOptions: {
      attempts: tries,
      backoff: { type: 'exponential', delay: firstWaitMs },
      removeOnComplete: { age: 7 * day, count: 1000 },
      removeOnFail: { age: 90 * day },
    },
  });
  queue.on('error', (error) => log.warn({ err: error }, 'the queue of effects met an error'));
  return queue;
};
export type EffectQueue = ReturnType<typeof openQueue>;

/** Makes or updates the queue's tables; processes that start at once wait for each other. */
export const migrateQueue = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await runMigrations(client, schema);
  } catch (error) {
    if (error instanceof SchemaVersionMismatchError)
      throw new DatabaseUnfit('The database was made by a newer release (its queue is newer). Start that release.');
    throw error;
  } finally {
    await client.end();
  }
};
