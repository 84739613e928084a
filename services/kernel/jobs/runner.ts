import { transaction } from '../db/pool.ts';
import type { Kernel } from '../kernel.ts';
import { sendMail } from '../mail/send.ts';
import { type Part, type StartPart, singleRunner } from '../part.ts';
import { recordFailedSignIns } from '../sessions/failed-sign-ins.ts';
import { cleanUp } from './cleanup.ts';
import type { EffectName, Effects } from './outbox.ts';

/** Does one effect. It may run again after it was done, so what it leaves outside carries the event's id. */
export type Handler<E extends EffectName> = (kernel: Kernel, eventId: string, payload: Effects[E]) => Promise<void>;
export type Handlers = { [E in EffectName]: Handler<E> };

/** How jobs are worked off; milliseconds. The wait doubles with each try. */
export interface JobOptions {
  tries: number;
  firstWaitMs: number;
  pollMs: number;
  cleanUpEveryMs: number;
}
const usual: JobOptions = { tries: 8, firstWaitMs: 1000, pollMs: 1000, cleanUpEveryMs: 3_600_000 };
const batch = 50;

interface Job {
  event_id: string;
  effect: EffectName;
  payload: never;
  attempts: number;
}

const dueJobs = async ({ db }: Kernel): Promise<Job[]> => {
  const { rows } = await db.pool.query<Job>({
    name: 'due-jobs',
    text: `select event_id, effect, payload, attempts from job_outbox
            where done_at is null and failed_at is null and not_before <= now()
            order by not_before, created_at limit $1`,
    values: [batch],
  });
  return rows;
};

const finish = (kernel: Kernel, { event_id, effect }: Job): Promise<void> =>
  transaction(kernel.db, async (trx) => {
    await trx.query
      .insertInto('effect_ledger')
      .values({ event_id, effect, outcome: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx.client.query('update job_outbox set done_at = now() where event_id = $1 and effect = $2', [
      event_id,
      effect,
    ]);
  });

const putOff = async (kernel: Kernel, job: Job, error: unknown, { tries, firstWaitMs }: JobOptions): Promise<void> => {
  const { event_id, effect } = job;
  const attempts = job.attempts + 1;
  const last = attempts >= tries;
  const words = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
  await kernel.db.pool.query(
    `update job_outbox
        set attempts = $3, last_error = $4, failed_at = case when $5 then now() end,
            not_before = now() + $6 * interval '1 millisecond'
      where event_id = $1 and effect = $2`,
    [event_id, effect, attempts, words, last, firstWaitMs * 2 ** job.attempts],
  );
  kernel.metrics.jobs.inc({ effect, outcome: last ? 'failed' : 'retried' });
  if (last) kernel.log.error({ err: error, event_id, effect, attempts }, 'an effect failed for good');
  else kernel.log.warn({ err: error, event_id, effect, attempts }, 'an effect failed and will be tried again');
};

const doJob = async (kernel: Kernel, handlers: Handlers, options: JobOptions, job: Job): Promise<void> => {
  const { event_id, effect } = job;
  const done = await kernel.db.query
    .selectFrom('effect_ledger')
    .select('done_at')
    .where('event_id', '=', event_id)
    .where('effect', '=', effect)
    .executeTakeFirst();
  if (!done) {
    try {
      const handler = handlers[effect];
      if (!handler) throw new Error(`nothing does the effect ${effect}`);
      await handler(kernel, event_id, job.payload);
    } catch (error) {
      return putOff(kernel, job, error, options);
    }
  }
  await finish(kernel, job);
  kernel.metrics.jobs.inc({ effect, outcome: 'done' });
};

/** Works off the jobs that are due now, oldest first. Answers whether more may be waiting. */
export const workOff = async (
  kernel: Kernel,
  handlers: Handlers,
  signal: AbortSignal,
  options: Partial<JobOptions> = {},
): Promise<boolean> => {
  const jobs = await dueJobs(kernel);
  for (const job of jobs) {
    if (signal.aborted) return false;
    await doJob(kernel, handlers, { ...usual, ...options }, job);
  }
  return jobs.length === batch;
};

/** A bell that wakes one sleeper, also when it rang just before the sleep. */
const createBell = (signal: AbortSignal) => {
  let rung = false;
  let wake: (() => void) | null = null;
  const ring = () => {
    rung = true;
    wake?.();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    async sleep(ms: number) {
      if (!rung)
        await new Promise<void>((done) => {
          const timer = setTimeout(done, ms);
          wake = () => {
            clearTimeout(timer);
            done();
          };
        });
      wake = null;
      rung = signal.aborted;
    },
  };
};

/** Starts working off effects with the given handlers, in one process at a time. */
export const startJobsWith = (kernel: Kernel, handlers: Handlers, given: Partial<JobOptions> = {}): Part => {
  const options = { ...usual, ...given };
  return singleRunner(kernel, kernel.databaseUrl, 'jobs', async (signal) => {
    const bell = createBell(signal);
    const off = kernel.wake.on('jobs', bell.ring);
    let cleaned = Number.NEGATIVE_INFINITY;
    try {
      while (!signal.aborted) {
        if (performance.now() - cleaned >= options.cleanUpEveryMs) {
          await cleanUp(kernel, signal);
          cleaned = performance.now();
        }
        await recordFailedSignIns(kernel);
        if (!(await workOff(kernel, handlers, signal, options))) await bell.sleep(options.pollMs);
      }
    } finally {
      off();
    }
  });
};

/** What does each effect. */
export const effectHandlers: Handlers = {
  mail: (kernel, eventId, payload) => sendMail(kernel, eventId, 'mail', payload),
  notice: (kernel, eventId, payload) => sendMail(kernel, eventId, 'notice', payload),
};

/** Works off the job outbox: mails, and the hourly removal of what has passed. */
export const startJobs: StartPart = async (kernel) => startJobsWith(kernel, effectHandlers);
