import { createWakeEvent } from '../db/wake-event.ts';
import { sendFactorNotice } from '../factors/notice.ts';
import type { Kernel } from '../kernel.ts';
import { sendOwnerNotice } from '../mail/owner-notice.ts';
import { sendMail } from '../mail/send.ts';
import { type Part, singleRunner } from '../part.ts';
import { recordFailedSignIns } from '../sessions/failed-sign-ins.ts';
import { sendCode } from '../sms/codes.ts';
import { deleteExpired } from './cleanup.ts';
import { dispatchEffects } from './dispatcher.ts';
import { defaultRetries, type EffectQueue, openQueue, type RetryPolicy } from './queue.ts';
import { defaultWorkerOptions, type Handlers, startWorker, type WorkerOptions } from './worker.ts';

/** How jobs are run; milliseconds. */
export interface JobOptions extends RetryPolicy, WorkerOptions {
  pollMs: number;
  measureEveryMs: number;
  cleanUpEveryMs: number;
}
const defaultOptions: JobOptions = {
  ...defaultRetries,
  ...defaultWorkerOptions,
  pollMs: 1000,
  measureEveryMs: 5000,
  cleanUpEveryMs: 3_600_000,
};

/** Throttles `work` to one run per `ms`. */
const every = (ms: number, work: () => Promise<unknown>) => {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - last < ms) return;
    await work();
    last = performance.now();
  };
};

const measureQueue = async ({ db, metrics }: Pick<Kernel, 'db' | 'metrics'>, queue: EffectQueue): Promise<void> => {
  const { failed = 0, ...open } = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
  const { rows } = await db.pool.query<{ count: number }>(
    'select count(*)::int as count from job_outbox where moved_at is null',
  );
  metrics.deadLetters.set(failed);
  for (const [state, count] of Object.entries({ ...open, outbox: rows[0]!.count }))
    metrics.jobsOpen.set({ state }, count);
};

/** Dispatches effects from the outbox to the queue, and runs periodic work. */
const dispatch = async (kernel: Kernel, options: JobOptions, signal: AbortSignal): Promise<void> => {
  const queue = openQueue(kernel.databaseUrl, kernel.log, options);
  const { wait, dispose } = createWakeEvent(kernel.notifier, signal, 'jobs');
  const deletePeriodically = every(options.cleanUpEveryMs, () => deleteExpired(kernel, signal));
  const measure = every(options.measureEveryMs, () => measureQueue(kernel, queue));
  try {
    while (!signal.aborted) {
      await deletePeriodically();
      await recordFailedSignIns(kernel);
      const more = await dispatchEffects(kernel, queue);
      await measure();
      if (!more) await wait(options.pollMs);
    }
  } finally {
    dispose();
    // From now on another process reports these.
    kernel.metrics.deadLetters.set(0);
    kernel.metrics.jobsOpen.reset();
    await queue.close();
  }
};

/**
 * Starts running effects, such as mails, with the given handlers: one process at a time dispatches them and deletes expired
 * rows every hour, all run them.
 */
export const startJobsWith = async (
  kernel: Kernel,
  handlers: Handlers,
  given: Partial<JobOptions> = {},
): Promise<Part> => {
  const options = { ...defaultOptions, ...given };
  const worker = await startWorker(kernel, handlers, options);
  const dispatcher = singleRunner(kernel, kernel.locks, 'jobs', (signal) => dispatch(kernel, options, signal));
  return {
    name: 'jobs',
    healthy: () => dispatcher.healthy() ?? (worker.running() ? null : 'the worker has stopped'),
    async stop() {
      await dispatcher.stop();
      await worker.stop();
    },
  };
};

/** The handler of each effect that the kernel does by itself. */
export const effectHandlers: Handlers = {
  mail: (kernel, eventId, payload) => sendMail(kernel, eventId, 'mail', payload),
  notice: (kernel, eventId, payload) => sendMail(kernel, eventId, 'notice', payload),
  sms_code: (kernel, _eventId, { code_id }) => sendCode(kernel, code_id),
  owner_notice: sendOwnerNotice,
  factor_notice: (kernel, eventId, { user_id }) => sendFactorNotice(kernel, eventId, user_id),
};
