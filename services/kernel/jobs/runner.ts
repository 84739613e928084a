import { createWakeEvent } from '../db/wake-event.ts';
import type { Kernel } from '../kernel.ts';
import { sendMail } from '../mail/send.ts';
import { type Part, type StartPart, singleRunner } from '../part.ts';
import { recordFailedSignIns } from '../sessions/failed-sign-ins.ts';
import { cleanUp } from './cleanup.ts';
import { moveJobs } from './dispatcher.ts';
import { type EffectQueue, openQueue, type Retries, usualRetries } from './queue.ts';
import { type Handlers, startWorker, usualWork, type WorkOptions } from './worker.ts';

/** How jobs are worked off; milliseconds. */
export interface JobOptions extends Retries, WorkOptions {
  pollMs: number;
  measureEveryMs: number;
  cleanUpEveryMs: number;
}
const usual: JobOptions = {
  ...usualRetries,
  ...usualWork,
  pollMs: 1000,
  measureEveryMs: 5000,
  cleanUpEveryMs: 3_600_000,
};

/** Runs what is due by the clock, at most so often. */
const every = (ms: number, work: () => Promise<unknown>) => {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - last < ms) return;
    await work();
    last = performance.now();
  };
};

const measureQueue = async ({ db, metrics }: Kernel, queue: EffectQueue): Promise<void> => {
  const { failed = 0, ...open } = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
  const { rows } = await db.pool.query<{ count: number }>(
    'select count(*)::int as count from job_outbox where moved_at is null',
  );
  metrics.deadLetters.set(failed);
  for (const [state, count] of Object.entries({ ...open, outbox: rows[0]!.count }))
    metrics.jobsOpen.set({ state }, count);
};

/** Moves what was asked for into the queue, and does what is due by the clock. */
const dispatch = async (kernel: Kernel, options: JobOptions, signal: AbortSignal): Promise<void> => {
  const queue = openQueue(kernel.databaseUrl, kernel.log, options);
  const { wait: sleep, dispose: forget } = createWakeEvent(kernel.notifier, signal, 'jobs');
  const tidy = every(options.cleanUpEveryMs, () => cleanUp(kernel, signal));
  const measure = every(options.measureEveryMs, () => measureQueue(kernel, queue));
  try {
    while (!signal.aborted) {
      await tidy();
      await recordFailedSignIns(kernel);
      const more = await moveJobs(kernel, queue);
      await measure();
      if (!more) await sleep(options.pollMs);
    }
  } finally {
    forget();
    // Another process measures from now on.
    kernel.metrics.deadLetters.set(0);
    kernel.metrics.jobsOpen.reset();
    await queue.close();
  }
};

/** Starts working off effects with the given handlers: one process at a time moves them, all work on them. */
export const startJobsWith = async (
  kernel: Kernel,
  handlers: Handlers,
  given: Partial<JobOptions> = {},
): Promise<Part> => {
  const options = { ...usual, ...given };
  const worker = await startWorker(kernel, handlers, options);
  const dispatcher = singleRunner(kernel, kernel.databaseUrl, 'jobs', (signal) => dispatch(kernel, options, signal));
  return {
    name: 'jobs',
    healthy: () => dispatcher.healthy() ?? (worker.running() ? null : 'the worker has stopped'),
    async stop() {
      await dispatcher.stop();
      await worker.stop();
    },
  };
};

/** What does each effect. */
export const effectHandlers: Handlers = {
  mail: (kernel, eventId, payload) => sendMail(kernel, eventId, 'mail', payload),
  notice: (kernel, eventId, payload) => sendMail(kernel, eventId, 'notice', payload),
};

/** Works off what events have asked for: mails, and the hourly removal of what has passed. */
export const startJobs: StartPart = async (kernel) => startJobsWith(kernel, effectHandlers);
