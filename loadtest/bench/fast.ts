import { openAppends } from './append.ts';
import { seedTargets } from './ingest.ts';
import { generatorNote, type Job, startLoadGenerator } from './load-generator.ts';
import { alternate, type Benchmark, inParallel, type Measured, perSecond, type RunSize, scaled } from './measure.ts';
import { seedApp } from './seed.ts';
import { callers, catchUpReadModels, deployed, startServingProcess } from './serving-process.ts';
import { withProduct } from './with-product.ts';

const connections = 32;
const instances = 20;
const without = 'the same with FAST=0';
/** What a part of services/kernel/fast has to buy. */
const goal = 1.2;

/** Deliveries to many callers; `etags`: that they hold already. */
const deliveries = (tokens: readonly string[], etags: readonly string[] | null): string[] =>
  callers.map((address, index) => {
    const at = index % tokens.length;
    const held = etags ? `if-none-match: ${etags[at]}\r\n` : '';
    return `GET /sdk/v1/${tokens[at]}/stories HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\nx-forwarded-for: ${address}\r\n${held}\r\n`;
  });

type ServingProcess = Awaited<ReturnType<typeof startServingProcess>>;

/** Appends of one event each, 32 at once: what a command has to wait for. */
const measureAppends = async (url: string, size: RunSize): Promise<Measured> => {
  const [fast, ordinary] = [openAppends(url, connections, true), openAppends(url, connections, false)];
  const count = scaled(6000, size, 64);
  const rate = (one: (worker: number) => Promise<void>) => () =>
    perSecond(count, () => inParallel(connections, count, one));
  try {
    const line = { path: 'append, 32 at once', peer: without, unit: 'appends/s', goal, floor: null };
    return await alternate(line, size, rate(fast.one), rate(ordinary.one));
  } finally {
    await fast.stop();
    await ordinary.stop();
  }
};

/**
 * What services/kernel/fast buys: two processes that answer SDKs and the dashboard with the settings of a deployment, one
 * with FAST=0. The limit of calls a minute is off, since eight people send all commands. Each row notes the processor
 * time that the processes took for an answer, which neighbours on the machine touch less than the rate.
 */
export const fastBenchmark: Benchmark = (size) =>
  withProduct(async (h) => {
    const undo: (() => Promise<unknown>)[] = [];
    const given = { dir: h.config.DATA_DIR, databaseUrl: h.databaseUrl, publicUrl: h.config.PUBLIC_URL };
    try {
      const targets = await seedTargets(h, { ...size, scale: size.scale * 0.2 });
      const people = await Promise.all(Array.from({ length: 8 }, () => h.person()));
      const groups: { id: string; token: string }[] = [];
      for (const person of people)
        for (const { group_id } of (await seedApp(h, person, connections / people.length, 2)).groups)
          groups.push({ id: group_id, token: person.token });
      const tokens: string[] = [];
      for (let app = 0; app < scaled(instances, size); app += 1)
        tokens.push((await seedApp(h, people[0]!, 20, 10)).token);
      await catchUpReadModels(h);
      const etags: string[] = [];
      for (const token of tokens) {
        const path = `/sdk/v1/${token}/stories`;
        etags.push(String((await h.inject('GET', path, { headers: { 'accept-encoding': 'gzip' } })).headers.etag));
      }
      const start = async (FAST: string): Promise<ServingProcess> => {
        const one = await startServingProcess('api,sdk', { ...deployed, LIMIT_API: '0', FAST }, given);
        undo.push(one.stop);
        return one;
      };
      const [fast, ordinary] = [await start('1'), await start('0')];
      const client = startLoadGenerator();
      undo.push(() => client.stop());

      const measured: Measured[] = [];
      const measure = async (path: string, unit: string, status: number, load: Job['load']): Promise<void> => {
        const used = new Map<ServingProcess, number>([fast, ordinary].map((one) => [one, 0]));
        let turns = 0;
        const turn = (on: ServingProcess) => async () => {
          const before = await on.cpuMs();
          const rate = await client.run({ port: on.port, connections, status, load });
          used.set(on, used.get(on)! + (await on.cpuMs()) - before);
          turns += 1;
          return rate;
        };
        const line = { path: `${path}, as deployed`, peer: without, unit, goal, floor: null };
        const one = await alternate(line, size, turn(fast), turn(ordinary));
        const each = (on: ServingProcess) => Math.round((used.get(on)! * 1000) / ((turns / 2) * load.count));
        const note = `processor time of an answer ${each(fast)} µs, without ${each(ordinary)} µs; ${generatorNote(client)}`;
        measured.push({ ...one, note });
      };
      const count = scaled(12_000, size, connections);
      const repeated = { kind: 'several', count } as const;
      await measure('delivery', 'answers/s', 200, { ...repeated, requests: deliveries(tokens, null) });
      await measure('delivery, 304', 'answers/s', 304, { ...repeated, requests: deliveries(tokens, etags) });
      await measure('ingest', 'batches of 20/s', 202, {
        ...{ kind: 'batches', targets, viewers: 200_000, callers },
        count: scaled(6000, size, connections),
      });
      for (const keyed of [false, true])
        await measure(`HTTP command${keyed ? ' with Idempotency-Key' : ''}`, 'commands/s', 200, {
          ...{ kind: 'status', groups, keyed },
          count: scaled(2000, size, 64),
        });
      return [...measured, await measureAppends(h.databaseUrl, size)];
    } finally {
      for (const step of undo.reverse()) await step();
    }
  });
