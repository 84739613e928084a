import { createPostgresBackend, type Job, UnrecoverableError, withBackend } from 'bullmq';
import type { Kernel } from '../kernel.ts';
import { delay } from '../platform/delay.ts';
import { NonRetryableError } from '../platform/non-retryable-error.ts';
import type { EffectName, Effects, OutsideEffect } from './outbox.ts';
import { type EffectJob, queueConnection, queueName } from './queue.ts';

/** Runs one effect. It may run more than once, so what it does outside carries the event's id as idempotency key. */
export type Handler<E extends EffectName> = (kernel: Kernel, eventId: string, payload: Effects[E]) => Promise<void>;
export type Handlers = { [E in Exclude<EffectName, OutsideEffect>]: Handler<E> } & {
  [E in OutsideEffect]?: Handler<E>;
};

/** How a process runs effects; milliseconds. Effects of a killed process are retried after `lockMs` and `stalledMs`. */
export interface WorkerOptions {
  concurrency: number;
  lockMs: number;
  stalledMs: number;
}
export const defaultWorkerOptions: WorkerOptions = { concurrency: 5, lockMs: 15_000, stalledMs: 5000 };
const { Worker } = withBackend(createPostgresBackend);
const closeWithinMs = 5000;
/** An effect counts as failed once this many processes have died while running it. */
const maxStalls = 3;

const isDone = async ({ db }: Pick<Kernel, 'db'>, { event_id, effect }: EffectJob): Promise<boolean> => {
  const row = await db.query
    .selectFrom('effect_ledger')
    .select('done_at')
    .where('event_id', '=', event_id)
    .where('effect', '=', effect)
    .executeTakeFirst();
  return row !== undefined;
};

const recordDone = async ({ db }: Pick<Kernel, 'db'>, { event_id, effect }: EffectJob): Promise<void> => {
  await db.query
    .insertInto('effect_ledger')
    .values({ event_id, effect, outcome: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Runs an effect unless the ledger has it as done, then records it there. */
const runOnce = async (kernel: Kernel, handlers: Handlers, job: EffectJob): Promise<'done' | 'skipped'> => {
  if (await isDone(kernel, job)) return 'skipped';
  const handler = handlers[job.effect];
  if (!handler) throw new Error(`nothing does the effect ${job.effect}`);
  try {
    await handler(kernel, job.event_id, job.payload);
  } catch (error) {
    throw error instanceof NonRetryableError ? new UnrecoverableError(error.message) : error;
  }
  await recordDone(kernel, job);
  return 'done';
};

const logFields = ({ event_id, effect, request_id, correlation_id }: EffectJob) => ({
  event_id,
  effect,
  request_id,
  correlation_id,
});

const reportFailure = (
  { log, metrics }: Pick<Kernel, 'log' | 'metrics'>,
  job: Pick<Job<EffectJob>, 'data' | 'finishedOn' | 'attemptsMade'> | undefined,
  error: Error,
): void => {
  if (!job) {
    log.error({ err: error }, 'an effect failed that is no longer in the queue');
    return;
  }
  const last = job.finishedOn !== undefined;
  const names = { ...logFields(job.data), attempts: job.attemptsMade };
  metrics.jobs.inc({ effect: job.data.effect, outcome: last ? 'failed' : 'retried' });
  if (last) log.error({ err: error, ...names }, 'an effect failed permanently');
  else log.warn({ err: error, ...names }, 'an effect failed and will be retried');
};

/** Starts a worker on the queue, beside any number of other processes. */
export const startWorker = async (kernel: Kernel, handlers: Handlers, options: WorkerOptions) => {
  const { log, metrics } = kernel;
  const worker = new Worker<EffectJob, string, EffectName>(
    queueName,
    ({ data }) => {
      const run = () => runOnce(kernel, handlers, data);
      return kernel.tracing?.inSpan(`effect ${data.effect}`, () => logFields(data), run) ?? run();
    },
    {
      connection: queueConnection(kernel.databaseUrl, 4),
      concurrency: options.concurrency,
      lockDuration: options.lockMs,
      stalledInterval: options.stalledMs,
      maxStalledCount: maxStalls,
      // Resumes soon after Postgres is back.
      runRetryDelay: 1000,
    },
  );
  worker.on('error', (error) => log.warn({ err: error }, 'error in the effects worker'));
  worker.on('failed', (job, error) => reportFailure(kernel, job, error));
  worker.on('stalled', (id) => log.warn({ job: id }, 'the process that ran an effect is gone'));
  worker.on('completed', ({ data, attemptsMade }, outcome) => {
    metrics.jobs.inc({ effect: data.effect, outcome });
    log.info({ ...logFields(data), attempts: attemptsMade, outcome }, 'effect');
  });
  await worker.waitUntilReady();
  return {
    running: () => worker.isRunning(),
    /** Lets running effects finish for a while; those that do not are retried by another process. */
    async stop(): Promise<void> {
      const closed = new AbortController();
      await Promise.race([worker.close(), delay(closeWithinMs, closed.signal)]);
      closed.abort();
      await worker.disconnect();
    },
  };
};
