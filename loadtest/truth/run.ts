import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#kernel/config.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { loadSecrets } from '#kernel/secrets.ts';
import { openKernel } from '#ops/open-kernel.ts';
import { prepareDatabases } from '#ops/prepare.ts';
import { limitsOff, until } from '#ops/testing/harness.ts';
import { createPeople } from '#ops/testing/people.ts';
import { sealNext } from '#projections/analytics/archive/seal.ts';
import { rebuildAnalytics } from '#projections/analytics/rebuild.ts';
import { plantApp } from '../bench/plant.ts';
import { type Chance, createChance } from '../faults/chance.ts';
import { type Served, serve, servePostgres, steadyPort } from '../faults/servers.ts';
import { compareFigures } from './compare.ts';
import { type Aim, makeKnown, type Sent, shuffledThrice } from './known.ts';

const hourMs = 3_600_000;
const senders = 16;
const answerMs = 10_000;

/** How much is sent, how many workers are killed, and over which log; without `natsUrl` the Postgres inbox. */
export interface Plan {
  batches: number;
  viewers: number;
  kills: number;
  seed: number;
  natsUrl?: string;
}

/** What a run found: nothing, when every figure was what it must be. */
export interface Truth {
  faults: string[];
  kills: number;
  accepted: number;
  archived: number;
}

const post = (agent: Agent, address: string, { token, body }: Sent): Promise<number> =>
  new Promise((done) => {
    const sent = request(
      `${address}/sdk/v1/${token}/events`,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' }, timeout: answerMs },
      (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode!)).on('error', () => done(0));
      },
    );
    sent.on('timeout', () => sent.destroy()).on('error', () => done(0));
    sent.end(body);
  });

/** Sends everything, each until it is answered for good; answers how many batches were accepted. */
const sendAll = async (address: string, all: readonly Sent[], faults: string[], onSent: (count: number) => void) => {
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  let next = 0;
  let accepted = 0;
  const work = async () => {
    for (let index = next++; index < all.length; index = next++) {
      const one = all[index]!;
      let status = 0;
      for (let attempt = 0; attempt < 100; attempt += 1) {
        status = await post(agent, address, one);
        if (status !== 0 && status < 500) break;
        await new Promise((done) => setTimeout(done, 100));
      }
      if (one.good !== (status === 202))
        faults.push(`a ${one.good ? 'good' : 'bad'} batch was answered with ${status}`);
      if (status === 202) accepted += 1;
      onSent(index);
    }
  };
  await Promise.all(Array.from({ length: senders }, work));
  agent.destroy();
  return accepted;
};

/** Kills one worker after another, evenly over `due` batches; each comes back while the next goes on. */
const createKiller = (workers: readonly Served[], kills: number, due: number, chance: Chance) => {
  let done = 0;
  let work: Promise<unknown> = Promise.resolve();
  return {
    at(sent: number) {
      if (done >= kills || sent < ((done + 1) * due) / (kills + 1)) return;
      done += 1;
      const victim = workers[Math.floor(chance() * workers.length)]!;
      work = work.then(() => victim.kill()).then(() => victim.start());
    },
    async finish() {
      await work;
      return done;
    },
  };
};

const everythingCounted = ({ analytics }: Kernel, sources: readonly string[], accepted: () => Promise<number>) =>
  until(async () => {
    const { rows } = await analytics.pool.query('select from telemetry_uncounted limit 1');
    if (rows.length > 0) return false;
    if (!sources.includes('jetstream')) return true;
    const { rows: seen } = await analytics.pool.query<{ n: number }>('select count(*)::int as n from telemetry_seen');
    return seen[0]!.n === (await accepted());
  }, 'everything to be counted');

/** Moves what lies in the inbox a little more than a day back, so that its hours are over and can be archived. */
const ageInbox = ({ analytics }: Kernel) =>
  analytics.pool.query(`update telemetry_batch set received_at = received_at - interval '26 hours'`);

const sealAll = async (kernel: Kernel, now: number): Promise<void> => {
  while (await sealNext(kernel, now));
};

/**
 * Sends batches with a known answer to a process of its own, three times each and in no order, while two workers count
 * and are killed; then compares every figure, and once more after a rebuild from archive and log. Leaves nothing behind.
 */
export const runTruth = async (plan: Plan, say: (words: string) => void = () => {}): Promise<Truth> => {
  const chance = createChance(plan.seed);
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-truth-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const faults: string[] = [];
  try {
    const postgres = await servePostgres(join(dir, 'database'));
    undo.push(postgres.stop);
    await prepareDatabases(postgres.url, postgres.url);
    const data = join(dir, 'data');
    await mkdir(data);
    const env: Record<string, string> = {
      ...limitsOff,
      DATABASE_URL: postgres.url,
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      ...(plan.natsUrl ? { NATS_URL: plan.natsUrl } : {}),
    };
    const config = loadConfig(env);
    const kernel = await openKernel(config, { databaseUrl: postgres.url, secrets: await loadSecrets(data) });
    undo.push(kernel.close);
    const people = createPeople(kernel, () => '');
    const aims: Aim[] = [];
    for (let index = 0; index < 10; index += 1) {
      const person = await people.person();
      const { groups, ...app } = await plantApp({ kernel }, person, 3, 4);
      aims.push({ account_id: person.account_id, ...app, groups });
    }
    const launch = async (name: string, only: string) => {
      const given = { name, only, port: await steadyPort(), env, log: join(dir, `${name}.log`) };
      const served = serve(given, (words) => faults.push(words));
      undo.push(served.kill);
      await served.start();
      return served;
    };
    const ingest = await launch('ingest', 'sdk');
    const workers = [await launch('one', 'projection:analytics'), await launch('two', 'projection:analytics')];
    const { sent, expected } = makeKnown(chance, aims, plan.batches, plan.viewers, Date.now());
    const good = sent.filter((one) => one.good).length;
    const all = shuffledThrice(chance, sent);
    const killer = createKiller(workers, plan.kills, all.length, chance);
    const half = Math.floor(all.length / 2);
    const known = new Set<string>();
    const idOf = ({ body }: Sent) => JSON.parse(body).batch_id as string;
    const through = async (part: readonly Sent[], before: number) => {
      const count = await sendAll(ingest.address, part, faults, (index) => killer.at(before + index));
      for (const one of part) if (one.good) known.add(idOf(one));
      await everythingCounted(kernel, [config.TELEMETRY_LOG], async () => known.size);
      return count;
    };
    let accepted = await through(all.slice(0, half), 0);
    say(`half is counted: ${accepted} batches`);
    if (!plan.natsUrl) {
      await ageInbox(kernel);
      await sealAll(kernel, Date.now() - 2 * hourMs);
    }
    accepted += await through(all.slice(half), half);
    const kills = await killer.finish();
    await everythingCounted(kernel, [config.TELEMETRY_LOG], async () => good);
    if (plan.natsUrl) await sealAll(kernel, Date.now() + 2 * hourMs);
    faults.push(...(await compareFigures(kernel, expected)));
    say('figures compared; counting again from archive and log');
    const rebuilt = await rebuildAnalytics(kernel);
    for (const [table, hash] of Object.entries(rebuilt.before))
      if (rebuilt.after[table] !== hash) faults.push(`${table} is another one after the rebuild`);
    faults.push(...(await compareFigures(kernel, expected)));
    const { rows } = await kernel.analytics.pool.query<{ n: number }>(
      'select coalesce(sum(batches), 0)::int as n from telemetry_archive',
    );
    for (const one of [ingest, ...workers]) {
      const code = await one.stop();
      if (code !== 0) faults.push(`${one.name} did not stop in good order: ${code}`);
    }
    return { faults, kills, accepted, archived: rows[0]!.n };
  } finally {
    for (const step of undo.reverse()) await step().catch((error) => say(String(error)));
  }
};
