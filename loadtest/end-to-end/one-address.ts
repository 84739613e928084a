import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#ops/testing/harness.ts';
import { loudAddress, openSender, quietAddress } from '#ops/testing/senders.ts';
import { countAccountViewers } from '#projections/analytics/questions/mau/read.ts';
import { rebuildAnalytics } from '#projections/analytics/rebuild/rebuild.ts';
import { inParallel } from '../bench/measure.ts';
import { type EndToEndSystem, startEndToEndSystem } from './system.ts';

const workers = 16;
const quietViewers = 20;
const mebibyte = 1024 * 1024;

/**
 * What one address sends: so many made-up viewers, then batches of so many MiB in all; and the limits that it meets.
 */
export interface Burst {
  viewers: number;
  megabytes: number;
  mostViewers: number;
  mostMegabytes: number;
}

/** What a run found: nothing, when every promise held. */
export interface OneAddressReport {
  faults: string[];
  billed: number;
  marked: number;
  /** MiB of the loud address that were taken, and batches of it that were refused. */
  taken: number;
  refused: number;
}

const hourOf = (ms: number): number => Math.floor(ms / 3_600_000);

/** Sends everything; the other address sends beside it all the time. */
const sendAll = async ({ viewers, megabytes }: Burst, { targets, ingests }: EndToEndSystem, faults: string[]) => {
  const { token } = targets[0]!;
  const port = Number(new URL(ingests[0]!.address).port);
  const loud = openSender(port, loudAddress, Date.now, workers);
  const quiet = openSender(port, quietAddress, Date.now, 1);
  const counts = { taken: 0, refused: 0, sent: 0, quiet: 0 };
  let over = false;
  const beside = async () => {
    for (let index = 0; !over || index < quietViewers; index += 1) {
      const { status } = await quiet.send(token, `real ${index % quietViewers}`);
      counts.quiet += 1;
      if (status !== 202) faults.push(`the quiet address was answered with ${status}`);
    }
  };
  const send = async (viewer: string, events: number) => {
    const { status, retryAfter, bytes } = await loud.send(token, viewer, { events });
    counts.sent += bytes;
    if (status === 202) counts.taken += bytes;
    else if (status === 429 && retryAfter > 0) counts.refused += 1;
    else faults.push(`the loud address was answered with ${status}, to come again after ${retryAfter} s`);
  };
  const besides = beside();
  try {
    await inParallel(workers, viewers, (_worker, index) => send(`made up ${index}`, 1));
    if (counts.refused > 0) faults.push('the loud address was refused before it had sent much');
    await inParallel(workers, workers, async () => {
      while (counts.sent < megabytes * mebibyte) await send('made up 0', 50);
    });
  } finally {
    over = true;
    await besides;
    loud.close();
    quiet.close();
  }
  return counts;
};

/**
 * One address sends more viewers and more bytes to an instance than it may, while another sends a little: the other is
 * always accepted, no more of the first are billed than its limit lets through, and a rebuild gives the same figures.
 */
export const runOneAddress = async (
  burst: Burst,
  say: (words: string) => void = () => {},
): Promise<OneAddressReport> => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-address-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const faults: string[] = [];
  try {
    const limits = { LIMIT_NEW_VIEWERS: String(burst.mostViewers), LIMIT_EVENT_MB: String(burst.mostMegabytes) };
    const system = await startEndToEndSystem({ settings: limits }, dir, undo, faults);
    const { analytics } = system.kernel;
    const began = Date.now();
    const counts = await sendAll(burst, system, faults);
    const hours = hourOf(Date.now()) - hourOf(began) + 1;
    say(
      `${counts.quiet} batches of the quiet address beside ${Math.round(counts.sent / mebibyte)} MiB of the loud one`,
    );
    await until(async () => {
      const { rowCount } = await analytics.pool.query('select from telemetry_uncounted limit 1');
      return rowCount === 0;
    }, 'the inbox to be counted');
    const count = () => countAccountViewers(analytics, system.targets[0]!.account_id, began - 86_400_000, Date.now());
    const { viewers, marked } = await count();
    const billed = viewers - marked;
    if (viewers !== burst.viewers + quietViewers) faults.push(`${viewers} viewers are counted`);
    const most = hours * burst.mostViewers + quietViewers;
    if (billed > most || billed < burst.mostViewers + quietViewers) faults.push(`${billed} viewers are billed`);
    // What was under way when the limit was reached may come on top; past midnight there is another day's.
    const mostBytes = burst.mostMegabytes * mebibyte + workers * 64 * 1024;
    const days = Math.floor(Date.now() / 86_400_000) - Math.floor(began / 86_400_000) + 1;
    if (counts.taken > days * mostBytes) faults.push(`${counts.taken} bytes of the loud address were taken`);
    if (counts.refused === 0) faults.push('nothing of the loud address was refused');
    say('counting again');
    const { before, after } = await rebuildAnalytics(system.kernel);
    for (const [table, hash] of Object.entries(before))
      if (after[table] !== hash) faults.push(`${table} is another one after the rebuild`);
    const again = await count();
    if (again.viewers !== viewers || again.marked !== marked) faults.push('another bill after the rebuild');
    return { faults, billed, marked, taken: Math.round(counts.taken / mebibyte), refused: counts.refused };
  } finally {
    for (const step of undo.reverse()) await step().catch((error) => say(String(error)));
  }
};
