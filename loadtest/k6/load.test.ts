import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { programArgs } from '#ops/testing/program.ts';
import { minimalEnv } from '#ops/testing/running.ts';
import { findGo, findK6 } from './find-k6.ts';
import { checkProductCounts, checkSlowdown } from './product-checks.ts';
import { readRequest, readSeconds, scenarioNames } from './request.ts';
import { runK6 } from './run-k6.ts';
import { interleave, missingData, type ScenarioData } from './scenario-data.ts';
import { summarise } from './summary.ts';

const root = new URL('../../', import.meta.url).pathname;

t.test('k6 is what K6 names, else the first in PATH, else the one built here; go may stand beside PATH', async (t) => {
  const around = (env: Record<string, string>, there: (path: string) => boolean) => ({ env, exists: there });
  const everywhere = (path: string) => path.endsWith('/k6');
  t.equal(findK6(around({ K6: '/opt/k6', PATH: '/usr/bin' }, everywhere)), '/opt/k6');
  t.equal(findK6(around({ K6: '/opt/other', PATH: '/usr/bin' }, everywhere)), null, 'what was named is not there');
  t.equal(findK6(around({ K6: '', PATH: '/a:/b' }, (path) => path === '/b/k6')), '/b/k6');
  t.match(findK6(around({ PATH: '/a' }, (path) => path.endsWith('/.build/bin/k6'))), /\.build\/bin\/k6$/);
  t.equal(findK6(around({}, () => false)), null);
  t.equal(findGo(around({ PATH: '/a' }, (path) => path === '/usr/local/go/bin/go')), '/usr/local/go/bin/go');
  t.equal(findGo(around({ PATH: '/a' }, () => false)), null);
});

t.test('every scenario is a file, and a request stays within its bounds', async (t) => {
  const all = await readdir(new URL('.', import.meta.url));
  const files = all.filter((name) => name.endsWith('.js') && !all.includes(name.replace('.js', '.ts')));
  t.same(files.sort(), scenarioNames.map((name) => `${name}.js`).sort());
  t.same(readRequest(['--smoke']), { names: [...scenarioNames], seconds: 4, scale: 0.05, smoke: true, aim: null });
  const aimed = readRequest(['stats', '--duration', '2m', '--url', 'http://127.0.0.1:4000/', '--tokens', 'given.json']);
  t.match(aimed, {
    names: ['stats'],
    seconds: 120,
    scale: 1,
    aim: { url: 'http://127.0.0.1:4000', tokens: 'given.json' },
  });
  for (const [text, seconds] of [
    ['2', 2],
    ['45s', 45],
    ['10m', 600],
  ] as const)
    t.equal(readSeconds(text), seconds);
  for (const wrong of [
    ['--duration', '1'],
    ['--duration', '11m'],
    ['--duration', 'long'],
    ['--scale', '100'],
    ['--scale', 'x'],
    ['--url', 'http://127.0.0.1:4000'],
    ['--tokens', 'given.json'],
    ['--url', 'ftp://127.0.0.1', '--tokens', 'given.json'],
    ['--wrong'],
    ['nothing'],
  ])
    t.throws(() => readRequest(wrong), { name: 'RequestUnclear' }, wrong.join(' '));
});

t.test('whoever takes one target after another turns to all instances', async (t) => {
  t.same(interleave([['a1', 'a2', 'a3'], ['b1'], ['c1', 'c2']]), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  t.same(interleave([]), []);
  const some = { token: 't', group_id: 'g', stories: ['s'] };
  const data: ScenarioData = {
    instances: [{ token: 't', etag: '"e"', groups: 1 }],
    targets: [some],
    people: [],
    places: [],
    desks: [],
  };
  t.equal(missingData('delivery-warm', data), null);
  t.match(missingData('stats', data), /stats needs people/);
  t.match(missingData('mixed-day', data), /people and places/);
  t.match(missingData('dashboard', data), /dashboard needs desks/);
});

t.test('what the product counted against a scenario is said', async (t) => {
  const before = { hit: 100, miss: 7, not_modified: 0, batches: 3 };
  const results = (accepted: number) => ({
    metrics: { batches_accepted: { type: 'counter', values: { count: accepted } } },
    state: { testRunDurationMs: 1000 },
  });
  t.same(checkProductCounts('delivery-warm', results(0), before, { ...before, hit: 200 }), []);
  t.match(checkProductCounts('delivery-cold', results(0), before, { ...before, hit: 200, miss: 17 }), [
    /only 10 of 110/,
  ]);
  t.match(checkProductCounts('delivery-304', results(0), before, before), [/only 0 of 0/]);
  t.same(checkProductCounts('ingest-steady', results(5), before, { ...before, batches: 8 }), []);
  t.match(checkProductCounts('ingest-steady', results(5), before, { ...before, batches: 7 }), [
    /5 batches .* 4 were kept/,
  ]);
  t.match(checkProductCounts('ingest-burst', results(0), before, before), [/no batch/]);
});

t.test('a noisy token may not make the others wait a fifth longer', async (t) => {
  const waited = (kinds: Record<string, number>) => ({
    metrics: Object.fromEntries(
      Object.entries(kinds).map(([kind, value]) => [
        `http_req_duration{kind:${kind}}`,
        { type: 'trend', values: { 'p(95)': value } },
      ]),
    ),
    state: { testRunDurationMs: 1000 },
  });
  t.same(checkSlowdown('ingest-noisy', waited({ calm: 10, beside: 12, between: 90 })), []);
  t.match(checkSlowdown('ingest-noisy', waited({ calm: 10, beside: 12.5 })), [/1.25 times/]);
  t.match(checkSlowdown('ingest-noisy', waited({ beside: 12 })), [/not answers of both/]);
  t.match(checkSlowdown('ingest-noisy', waited({ calm: 10 })), [/not answers of both/]);
  t.match(checkSlowdown('ingest-noisy', null), [/not answers of both/]);
  t.same(checkSlowdown('ingest-steady', null), []);
});

/** A program in the place of k6. */
const standIn = async (t: { teardown(work: () => Promise<void>): void }, body: string) => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-k6-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  const k6 = join(dir, 'k6');
  await writeFile(k6, `#!/bin/sh\n${body}\n`);
  await chmod(k6, 0o755);
  const result = join(dir, 'result.json');
  const nowhere = { url: 'none', backgroundUrl: 'none', data: 'none' };
  return { k6, script: 'none.js', ...nowhere, result, page: null, seconds: 2, scale: 1, smoke: true };
};

const broken = {
  metrics: {
    http_reqs: { type: 'counter', values: { count: 50, rate: 10 } },
    checks: { type: 'rate', values: { rate: 0.5 }, thresholds: { 'rate>0.999': { ok: false } } },
    http_req_failed: { type: 'rate', values: { rate: 0 }, thresholds: { 'rate<0.001': { ok: true } } },
  },
  state: { testRunDurationMs: 5000 },
};

t.test('a threshold that does not hold is named, and so is what broke', async (t) => {
  const order = await standIn(t, 'echo "thresholds were crossed" >&2; exit 99');
  await writeFile(order.result, JSON.stringify(broken));
  const outcome = await runK6(order);
  t.equal(outcome.code, 99);
  const words = summarise('commands', outcome, []);
  t.match(words, /^NOT OK {2}commands\n/);
  t.match(words, 'NOT HELD: checks rate>0.999');
  t.notMatch(words, 'rate<0.001');
  t.match(words, '50 requests in 5.0 s');
  const crashed = await runK6(await standIn(t, 'echo "no such script" >&2; exit 107'));
  t.match(crashed, { code: 107, results: null });
  t.match(summarise('stats', crashed, []), /NOT OK[\s\S]*ended with 107[\s\S]*no such script/);
  t.match(summarise('stats', { code: 0, results: null, said: '' }, ['a fault']), /NOT OK[\s\S]*NOT HELD: a fault/);
  t.match(summarise('stats', { code: 0, results: null, said: '' }, []), /^ok {5} stats$/);
});

/** An instance that answers its stories, in the place of a product. */
const standInProduct = async (t: { teardown(work: () => Promise<void>): void }): Promise<string> => {
  const body = JSON.stringify({ data: { groups: [{ id: 'g', stories: [{ id: 's' }] }] } });
  const server = createServer((request, response) => {
    if (request.url !== '/sdk/v1/one/stories') return void response.writeHead(404).end('{}');
    response.writeHead(200, { etag: '"e"', 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.teardown(() => new Promise((done) => void server.close(() => done())));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
};

t.test(
  'the program ends with 1 when a threshold fails, with 0 when all hold, with 2 when it is asked wrongly',
  async (t) => {
    const url = await standInProduct(t);
    const { k6, result } = await standIn(t, 'for last; do :; done; echo "$last" | grep -q 304 && exit 99; exit 0');
    const tokens = `${result}.tokens`;
    await writeFile(tokens, JSON.stringify({ instances: ['one'] }));
    const run = (...args: string[]) => {
      const child = spawn(process.execPath, [...programArgs('loadtest/k6.ts'), ...args, '--smoke'], {
        cwd: root,
        env: minimalEnv({ K6: k6 }),
        stdio: 'ignore',
      });
      return new Promise<number | null>((done) => void child.once('exit', done));
    };
    const aim = ['--url', url, '--tokens', tokens];
    const codes = Promise.all([
      run('delivery-warm', ...aim),
      run('delivery-warm', 'delivery-304', ...aim),
      run('stats', ...aim),
      run('delivery-cool', ...aim),
    ]);
    t.same(await codes, [0, 1, 2, 2]);
  },
);

t.test('a load is ended early when somebody asks for it', async (t) => {
  const order = await standIn(t, 'exec sleep 30');
  const over = new AbortController();
  const going = runK6(order, over.signal);
  over.abort();
  const { code } = await going;
  t.equal(code, null);
});
