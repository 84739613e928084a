import { createPostgresBackend, type Job, UnrecoverableError, withBackend } from 'bullmq';
import type { Kernel } from '../kernel.ts';
import { EffectRefused } from '../platform/effect-refused.ts';
import { inSpan } from '../platform/tracing.ts';
import type { EffectName, Effects } from './outbox.ts';
import { type EffectJob, queueConnection, queueName } from './queue.ts';

/** Does one effect. It may run again after it was done, so what it leaves outside carries the event's id. */
export type Handler<E extends EffectName> = (kernel: Kernel, eventId: string, payload: Effects[E]) => Promise<void>;
export type Handlers = { [E in EffectName]: Handler<E> };

/** How a process works on effects; milliseconds. What a killed process had in hand is taken up again after `lockMs` and `stalledMs`. */
export interface WorkOptions {
  atOnce: number;
  lockMs: number;
  stalledMs: number;
}
export const usualWork: WorkOptions = { atOnce: 5, lockMs: 15_000, stalledMs: 5000 };
const { Worker } = withBackend(createPostgresBackend);
const closeWithinMs = 5000;
/** After an effect has been in the hands of so many processes that died, it counts as failed. */
const mostDeaths = 3;

const isDone = async ({ db }: Kernel, { event_id, effect }: EffectJob): Promise<boolean> => {
  const row = await db.query
    .selectFrom('effect_ledger')
    .select('done_at')
    .where('event_id', '=', event_id)
    .where('effect', '=', effect)
    .executeTakeFirst();
  return row !== undefined;
};

const noteDone = async ({ db }: Kernel, { event_id, effect }: EffectJob): Promise<void> => {
  await db.query
    .insertInto('effect_ledger')
    .values({ event_id, effect, outcome: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Does an effect unless the ledger says that it was done, then writes it there. */
const doOnce = async (kernel: Kernel, handlers: Handlers, job: EffectJob): Promise<'done' | 'skipped'> => {
  if (await isDone(kernel, job)) return 'skipped';
  const handler = handlers[job.effect];
  if (!handler) throw new Error(`nothing does the effect ${job.effect}`);
  try {
    await handler(kernel, job.event_id, job.payload);
  } catch (error) {
    throw error instanceof EffectRefused ? new UnrecoverableError(error.message) : error;
  }
  await noteDone(kernel, job);
  return 'done';
};

const namesOf = ({ event_id, effect, request_id, correlation_id }: EffectJob) => ({
  event_id,
  effect,
  request_id,
  correlation_id,
});

const tellFailure = (
  { log, metrics }: Kernel,
  job: Pick<Job<EffectJob>, 'data' | 'finishedOn' | 'attemptsMade'> | undefined,
  error: Error,
): void => {
  if (!job) {
    log.error({ err: error }, 'an effect failed that the queue does not know any more');
    return;
  }
  const last = job.finishedOn !== undefined;
  const names = { ...namesOf(job.data), attempts: job.attemptsMade };
  metrics.jobs.inc({ effect: job.data.effect, outcome: last ? 'failed' : 'retried' });
  if (last) log.error({ err: error, ...names }, 'an effect failed for good');
  else log.warn({ err: error, ...names }, 'an effect failed and will be tried again');
};

/** Works on the effects in the queue beside any number of other processes, from the moment it is returned. */
export const startWorker = async (kernel: Kernel, handlers: Handlers, options: WorkOptions) => {
  const { log, metrics } = kernel;
  const worker = new Worker<EffectJob, string, EffectName>(
    queueName,
    ({ data }) =>
      inSpan(
        `effect ${data.effect}`,
        () => namesOf(data),
        () => doOnce(kernel, handlers, data),
      ),
    {
      connection: queueConnection(kernel.databaseUrl, 4),
      concurrency: options.atOnce,
      lockDuration: options.lockMs,
      stalledInterval: options.stalledMs,
      maxStalledCount: mostDeaths,
      // Soon after Postgres is back, so is the work.
      runRetryDelay: 1000,
    },
  );
  worker.on('error', (error) => log.warn({ err: error }, 'the worker of effects met an error'));
  worker.on('failed', (job, error) => tellFailure(kernel, job, error));
  worker.on('stalled', (id) => log.warn({ job: id }, 'an effect was in the hands of a process that is gone'));
  worker.on('completed', ({ data, attemptsMade }, outcome) => {
    metrics.jobs.inc({ effect: data.effect, outcome });
    log.info({ ...namesOf(data), attempts: attemptsMade, outcome }, 'effect');
  });
  await worker.waitUntilReady();
  return {
    running: () => worker.isRunning(),
    /** Lets what is in hand end for a while; what does not is taken up by another process. */
    async stop(): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, closeWithinMs);
      });
      await Promise.race([worker.close(), late]);
      clearTimeout(timer);
      await worker.disconnect();
    },
  };
};
