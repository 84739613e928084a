import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EpochMs } from '#contracts/time.ts';
import { demoAccount, demoStaff } from '#kernel/http/demo-account.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Config } from '#kernel/platform/config.ts';
import type { Answered } from './answering.ts';
import { beginningSteps, makeStaff } from './beginning.ts';
import {
  castOf,
  type DemoCast,
  type DemoSize,
  demoPassword,
  fullSize,
  leadMs,
  people,
  personKeys,
  shownDays,
} from './cast.ts';
import { historySteps, lastStep } from './history.ts';
import { momentOfId } from './random.ts';
import { markOlderAsRead } from './read-marks.ts';
import { type Accepted, openDemoIngest, storedBatches } from './send.ts';
import { type DemoStep, runStep, stepId } from './step.ts';
import { type GroupTimeline, groupTimelines } from './timeline.ts';
import { trafficOn } from './traffic.ts';

const sayEveryMs = 3000;

/** Whether an installation gets the demo account: while it is for this machine alone, unless it is left out. */
export const demoIsWanted = ({ DEMO, local }: Pick<Config, 'DEMO' | 'local'>): boolean => local && DEMO !== '0';

/**
 * When the demo of this database was started (unix milliseconds), or null when it was not; `others`: it has accounts.
 */
const beginningOf = async (kernel: Kernel): Promise<{ start: EpochMs | null; others: boolean }> => {
  const { rows } = await kernel.db.pool.query<{ first: string | null; others: boolean }>(
    `select (select correlation_id from event where stream = $1 and version = 1) as first,
            exists (select from event where type = 'AccountCreated') as others`,
    [`account-${demoAccount}`],
  );
  const { first, others } = rows[0]!;
  return { start: first === null ? null : momentOfId(first) + leadMs, others };
};

const doneSteps = async (kernel: Kernel): Promise<Set<string>> => {
  const { rows } = await kernel.db.pool.query<{ correlation_id: string }>(
    'select distinct correlation_id from event where account_id = $1',
    [demoAccount],
  );
  return new Set(rows.map((row) => row.correlation_id));
};

const nameOf = {
  account_owner: 'account owner',
  app_owner: 'app owner',
  story_creator: 'story creator',
  brodcaster: 'broadcaster',
} as const;

/** Who can sign in to the demo, as lines of role, e-mail and password. */
const signIns = (kernel: Kernel): string[][] => [
  ...personKeys.map((key) => [people[key].role, people[key].email, demoPassword(kernel, people[key].email)]),
  ['staff', demoStaff(kernel.secrets), demoPassword(kernel, demoStaff(kernel.secrets))],
];

const keepSignIns = async (kernel: Kernel, lines: readonly string[][]): Promise<void> => {
  const file = join(kernel.config.DATA_DIR, 'demo.txt');
  await writeFile(file, `${lines.map((line) => line.join(' ')).join('\n')}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
};

/** A demo that has begun: who can sign in (null when that was said at an earlier start), and what is left to do. */
export interface DemoRun {
  signIns: readonly string[][] | null;
  /** Makes the rest; stops between two commands when the signal ends, and carries on at the next start. */
  finish(signal: AbortSignal): Promise<Accepted>;
}

const createSay = (kernel: Kernel, all: number) => {
  let last = performance.now();
  return (done: number, what: string, force = false): void => {
    if (!force && performance.now() - last < sayEveryMs) return;
    last = performance.now();
    kernel.log.info({ part: 'demo', percent: Math.floor((100 * done) / all) }, `demo account: ${what}`);
  };
};

const sendTraffic = async (
  kernel: Kernel,
  cast: DemoCast,
  groups: readonly GroupTimeline[],
  { traffic }: DemoSize,
  signal: AbortSignal,
  say: (day: number) => void,
): Promise<Accepted> => {
  const sum: Accepted = { batches: 0, events: 0, rejected: 0 };
  const kept = await storedBatches(kernel, cast);
  const intake = openDemoIngest(kernel);
  const answered: Answered = new Map();
  for (let day = 0; day <= shownDays; day += 1)
    for (const app of cast.apps) {
      const all = trafficOn(cast, app, groups, day, traffic, answered).filter((one) => !kept.has(one.batch.batch_id));
      const { batches, events, rejected } = await intake.take(all, signal);
      sum.batches += batches;
      sum.events += events;
      sum.rejected += rejected;
      say(day);
    }
  return sum;
};

const finishing = async (kernel: Kernel, cast: DemoCast, size: DemoSize, signal: AbortSignal): Promise<Accepted> => {
  const done = await doneSteps(kernel);
  const end = lastStep(cast);
  if (done.has(stepId(end))) return { batches: 0, events: 0, rejected: 0 };
  const groups = groupTimelines(cast, size.stories);
  const steps = historySteps(cast, groups);
  const say = createSay(kernel, 100);
  say(0, `making ${groups.length} story groups in the background`, true);
  for (const [at, step] of steps.entries()) {
    signal.throwIfAborted();
    if (!done.has(stepId(step))) await runStep(kernel, cast, step);
    say((75 * at) / steps.length, `${at} of ${steps.length} changes made`);
    await nextTurn();
  }
  const sum = await sendTraffic(kernel, cast, groups, size, signal, (day) =>
    say(75 + (25 * day) / shownDays, `viewers of day ${day} of ${shownDays}`),
  );
  await markOlderAsRead(kernel, cast);
  await runStep(kernel, cast, end);
  say(100, 'complete', true);
  return sum;
};

const runBeginning = async (kernel: Kernel, cast: DemoCast, steps: readonly DemoStep[]): Promise<void> => {
  const done = await doneSteps(kernel);
  // A release before this one may have made it with other moments.
  if (done.has(stepId(lastStep(cast)))) return;
  for (const step of steps) if (!done.has(stepId(step))) await runStep(kernel, cast, step);
};

/**
 * Begins the demo account, or goes on with one that was begun: account, plan, apps, team and staff are there when it
 * returns, and everybody can sign in. Null when the database has accounts of others. The caller sees to it that no
 * other process does the same.
 */
export const beginDemo = async (
  kernel: Kernel,
  size: DemoSize = fullSize,
  now = kernel.now(),
): Promise<DemoRun | null> => {
  const { start, others } = await beginningOf(kernel);
  if (start === null && others) return null;
  const cast = castOf(kernel, start ?? now, size);
  const lines = signIns(kernel);
  if (start === null) await keepSignIns(kernel, lines);
  await runBeginning(kernel, cast, beginningSteps(cast));
  await makeStaff(kernel, cast);
  return { signIns: start === null ? lines : null, finish: (signal) => finishing(kernel, cast, size, signal) };
};

/** The lines that tell whoever started the product where to sign in to the demo, and as whom. */
export const signInText = (publicUrl: string, lines: readonly string[][]): string => {
  const said = lines.map(
    ([role, email, password]) =>
      `    ${(nameOf[role as keyof typeof nameOf] ?? role!).padEnd(14)} ${email!.padEnd(30)} ${password}`,
  );
  return `\n  Sign in to the demo account at ${publicUrl}/login (kept in DATA_DIR/demo.txt, shown once):\n${said.join('\n')}\n\n`;
};
