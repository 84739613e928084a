import { toSeconds } from '#contracts/time.ts';
import { openDb } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import { delay } from '#kernel/platform/delay.ts';
import { ForgedHeads, readKeptHeads } from './heads.ts';
import { BadAudit, beginWalk, isMadeAnew } from './verify.ts';

/** When the audit is checked, in milliseconds. */
export interface Schedule {
  /** From the start of the part to the first look. */
  first: number;
  /** Between looks at what was added. */
  every: number;
  /** Between checks of all rows. */
  whole: number;
}
const schedule: Schedule = { first: 10_000, every: 30_000, whole: 24 * 3_600_000 };

/** A page takes some 10 ms; the pause after it leaves most of a core, and of Postgres, to others. */
const pauseFor = (workedMs: number): number => Math.max(10, 3 * workedMs);

const alarm = ({ metrics, log }: Pick<Kernel, 'log' | 'metrics'>, error: BadAudit | ForgedHeads): void => {
  metrics.auditBroken.set(1);
  log.error(
    error instanceof BadAudit ? { ...error.row } : { why: error.message },
    'the audit does not match the log: rows or events were changed in the database',
  );
};

/** Checks all rows and then what is added, until the next whole check is due; throws at the first row that does not fit. */
const checkOnce = async (
  kernel: Pick<Kernel, 'databaseUrl' | 'db' | 'files' | 'metrics' | 'now' | 'secrets'>,
  signal: AbortSignal,
  { every, whole }: Schedule,
): Promise<void> => {
  const { metrics } = kernel;
  const db = openDb(kernel.databaseUrl, { max: 1, waitMs: 5000, statementMs: 60_000 });
  try {
    const walk = beginWalk(db, await readKeptHeads(kernel));
    const until = performance.now() + whole;
    for (;;) {
      const started = performance.now();
      const standing = await walk.step();
      metrics.auditRows.set(walk.rows());
      if (standing === 'level') {
        metrics.auditBroken.set(0);
        metrics.auditVerified.set(toSeconds(kernel.now()));
        if (performance.now() >= until) return;
      }
      await delay(standing === 'under way' ? pauseFor(performance.now() - started) : every, signal);
      if (signal.aborted) return;
    }
  } finally {
    await db.pool.end();
  }
};

/** Keeps checking the audit against the log until the signal ends; what does not fit is an error in the log and a metric. */
export const verifyOnSchedule = async (
  kernel: Pick<Kernel, 'databaseUrl' | 'db' | 'files' | 'log' | 'metrics' | 'now' | 'secrets'>,
  signal: AbortSignal,
  times: Schedule,
): Promise<void> => {
  await delay(times.first, signal);
  while (!signal.aborted) {
    try {
      await checkOnce(kernel, signal, times);
    } catch (error) {
      if (error instanceof BadAudit || error instanceof ForgedHeads) alarm(kernel, error);
      else if (!isMadeAnew(error)) throw error;
      await delay(times.every, signal);
    }
  }
};

/** The part that checks the audit against the log: all of it at the start and each day, what is added each half minute. */
export const startAuditVerifier: StartPart = async (kernel) =>
  singleRunner(kernel, kernel.locks, 'audit-verifier', (signal) => verifyOnSchedule(kernel, signal, schedule));
