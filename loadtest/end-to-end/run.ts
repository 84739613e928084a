import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kernel } from '#kernel/kernel.ts';
import { until } from '#ops/testing/harness.ts';
import { createRandom, type Random } from '#ops/testing/random.ts';
import { finaliseNextHour } from '#projections/analytics/archive/finalise.ts';
import { nextHour } from '#projections/analytics/archive/hours.ts';
import { rebuildAnalytics } from '#projections/analytics/rebuild/rebuild.ts';
import type { ServerProcess } from '../faults/processes.ts';
import { generateBatches, type SdkRequest, shuffledThrice } from './batches.ts';
import { compareFigures } from './compare.ts';
import { type Outages, runOutage } from './outages.ts';
import { type SendProgress, sendAll } from './send.ts';
import { type EndToEndSystem, startEndToEndSystem } from './system.ts';

type Say = (words: string) => void;

const hourMs = 3_600_000;
const probes = 24;

/** How much is sent, how many workers are killed, and over which log; without `natsUrl` the Postgres inbox. */
export interface EndToEndPlan {
  batches: number;
  viewers: number;
  kills: number;
  seed: number;
  natsUrl?: string;
  /** Servers of `natsUrl` that are killed meanwhile. */
  outages?: Outages;
}

/** What a run found: nothing, when every figure was what it must be. */
export interface EndToEndReport {
  faults: string[];
  kills: number;
  accepted: number;
  /** Answers that told a sender to come again. */
  put_off: number;
  archived: number;
  /** Answers to components that count. */
  answers: number;
}

/** Kills one worker after another, evenly over `due` batches; each comes back while the next goes on. */
const createWorkerKiller = (workers: readonly ServerProcess[], kills: number, due: number, random: Random) => {
  let done = 0;
  let work: Promise<unknown> = Promise.resolve();
  return {
    at(sent: number) {
      if (done >= kills || sent < ((done + 1) * due) / (kills + 1)) return;
      done += 1;
      const victim = workers[Math.floor(random() * workers.length)]!;
      work = work.then(() => victim.kill()).then(() => victim.start());
    },
    async finish() {
      await work;
      return done;
    },
  };
};

/** Ids of batches that were accepted and are not counted, or counted and never accepted. */
const differences = async ({ analytics }: Kernel, acknowledged: ReadonlySet<string>): Promise<string[]> => {
  const { rows } = await analytics.pool.query<{ batch_id: string }>('select batch_id from telemetry_seen');
  const counted = new Set(rows.map((row) => row.batch_id));
  const lost = [...acknowledged].filter((id) => !counted.has(id)).map((id) => `batch ${id} was accepted and is lost`);
  const odd = [...counted].filter((id) => !acknowledged.has(id)).map((id) => `batch ${id} was counted, never accepted`);
  return [...lost, ...odd];
};

/** Waits until everything is counted that was accepted before. */
const waitUntilCounted = async ({ analytics }: Kernel, acknowledged: ReadonlySet<string>): Promise<void> => {
  const ids = [...acknowledged];
  await until(async () => {
    const { rowCount } = await analytics.pool.query(
      `select from unnest($1::uuid[]) as id where not exists (select from telemetry_seen where batch_id = id) limit 1`,
      [ids],
    );
    return rowCount === 0;
  }, `${ids.length} batches to be counted`);
};

const waitUntilInboxCounted = ({ analytics }: Kernel) =>
  until(async () => {
    const { rowCount } = await analytics.pool.query('select from telemetry_uncounted limit 1');
    return rowCount === 0;
  }, 'the inbox to be counted');

/** Moves what lies in the inbox a little more than a day back, so that its hours are over and can be archived. */
const backdateInbox = ({ analytics }: Kernel) =>
  analytics.pool.query(`update telemetry_batch set received_at = received_at - interval '26 hours'`);

/**
 * Writes every hour that is over at `now` (unix ms) to the archive: one waits until all of it is counted, repeated
 * batches too.
 */
const archiveAll = (kernel: Kernel, now: number): Promise<void> =>
  until(async () => {
    while (await finaliseNextHour(kernel, now));
    return (await nextHour(kernel, now)) === null;
  }, 'the last hour to be in the archive');

/** Sends all in as many parts as there are outages and one, or in two. Answers how far it came. */
const sendInParts = async (
  plan: EndToEndPlan,
  system: EndToEndSystem,
  all: readonly SdkRequest[],
  random: Random,
  faults: string[],
  say: Say,
) => {
  const { kernel, ingests, workers } = system;
  const addresses = ingests.map((one) => one.address);
  const progress: SendProgress = { settled: 0, accepted: 0, put_off: 0, acknowledged: new Set() };
  const killer = createWorkerKiller(workers, plan.kills, all.length, random);
  const order = plan.outages?.order ?? [[]];
  const size = Math.ceil(all.length / (order.length + 1));
  const good = all.filter((one) => one.good);
  for (let part = 0; part <= order.length; part += 1) {
    const from = part * size;
    const sending = sendAll(addresses, all.slice(from, from + size), faults, progress, () =>
      killer.at(progress.settled),
    );
    const victims = order[part] ?? [];
    const scene = {
      addresses,
      progress,
      from: from + size / 3,
      to: from + (size * 2) / 3,
      probes: good.slice(part * probes, (part + 1) * probes),
      // The sides that take and count, and this process.
      clients: ingests.length + workers.length + 1,
      counted: () => waitUntilCounted(kernel, progress.acknowledged),
    };
    await Promise.all([sending, victims.length > 0 ? runOutage(plan.outages!, victims, scene, faults, say) : null]);
    await waitUntilCounted(kernel, progress.acknowledged);
    if (plan.natsUrl || part > 0) continue;
    await waitUntilInboxCounted(kernel);
    await backdateInbox(kernel);
    await archiveAll(kernel, Date.now() - 2 * hourMs);
  }
  await waitUntilInboxCounted(kernel);
  if (plan.natsUrl) await archiveAll(kernel, Date.now() + 2 * hourMs);
  return { progress, kills: await killer.finish() };
};

/**
 * End-to-end correctness: sends batches whose figures are known to processes of their own, three times each and in no
 * order, while two workers count and are killed, and servers of the log with them; then compares every figure, and once
 * more after a rebuild from archive and log. Leaves nothing behind.
 */
export const runEndToEnd = async (plan: EndToEndPlan, say: Say = () => {}): Promise<EndToEndReport> => {
  const random = createRandom(plan.seed);
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-end-to-end-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const faults: string[] = [];
  try {
    const system = await startEndToEndSystem(plan, dir, undo, faults);
    const { kernel, targets, ingests, workers } = system;
    const { sent, expected } = generateBatches(random, targets, plan.batches, plan.viewers, Date.now());
    const { progress, kills } = await sendInParts(plan, system, shuffledThrice(random, sent), random, faults, say);
    faults.push(...(await differences(kernel, progress.acknowledged)), ...(await compareFigures(kernel, expected)));
    say('figures compared; counting again from archive and log');
    const rebuilt = await rebuildAnalytics(kernel);
    for (const [table, hash] of Object.entries(rebuilt.before))
      if (rebuilt.after[table] !== hash) faults.push(`${table} is another one after the rebuild`);
    faults.push(...(await compareFigures(kernel, expected)));
    const { rows } = await kernel.analytics.pool.query<{ n: number }>(
      'select coalesce(sum(batches), 0)::int as n from telemetry_archive',
    );
    for (const one of [...ingests, ...workers]) {
      const code = await one.stop();
      if (code !== 0) faults.push(`${one.name} did not stop in good order: ${code}`);
    }
    const { accepted, put_off } = progress;
    const answers = [...expected.answers.values()].reduce((all, one) => all + one, 0);
    return { faults, kills, accepted, put_off, archived: rows[0]!.n, answers };
  } finally {
    for (const step of undo.reverse()) await step().catch((error) => say(String(error)));
  }
};
