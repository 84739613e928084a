import { createPostgresBackend, runMigrations, SchemaVersionMismatchError, withBackend } from 'bullmq';
import pg from 'pg';
import { DatabaseUnfit } from '../db/migrate.ts';
import type { Logger } from '../platform/log.ts';
import type { EffectName } from './outbox.ts';

/** Name of the BullMQ queue of effects. */
export const queueName = 'effects';
const schema = 'bullmq';
const { Queue } = withBackend(createPostgresBackend);

/** Data of an effect's job: ids only. `request_id` and `correlation_id` are those of the event that asked for it. */
export interface EffectJob {
  event_id: string;
  effect: EffectName;
  payload: never;
  request_id: string | null;
  correlation_id: string | null;
}

/** How often an effect is attempted; the back-off in milliseconds doubles with each attempt. */
export interface RetryPolicy {
  attempts: number;
  backoffMs: number;
}
/** More than an hour in all, which mail servers that greylist want. */
export const defaultRetries: RetryPolicy = { attempts: 13, backoffMs: 1000 };

const day = 86_400;

/** A connection that breaks while checked out fails its query; it must not end the process. */
class QueueClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

/** Settings of connections to the queue's tables, with the same timeouts as all others. */
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

/** Opens the queue for adding and inspecting jobs; to be closed by the caller. */
export const openQueue = (url: string, log: Logger, { attempts, backoffMs }: RetryPolicy = defaultRetries) => {
  const queue = new Queue<EffectJob, string, EffectName>(queueName, {
    connection: queueConnection(url, 2),
    streams: { events: { maxLen: 1000 } },
    defaultJobOptions: {
      attempts,
      backoff: { type: 'exponential', delay: backoffMs },
      removeOnComplete: { age: 7 * day, count: 1000 },
      removeOnFail: { age: 90 * day },
    },
  });
  queue.on('error', (error) => log.warn({ err: error }, 'error in the effects queue'));
  return queue;
};
export type EffectQueue = ReturnType<typeof openQueue>;

/** Creates or migrates the queue's tables; concurrent processes wait for each other. */
export const migrateQueue = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await runMigrations(client, schema);
  } catch (error) {
    if (error instanceof SchemaVersionMismatchError)
      throw new DatabaseUnfit('A newer release made this database (its queue is newer). Start that release.');
    throw error;
  } finally {
    await client.end();
  }
};
