import { readFile } from 'node:fs/promises';
import t from 'tap';
import { buildServer } from '#kernel/http/server.ts';
import { auditProjection } from '#projections/audit/projection.ts';
import { startProjection } from '#projections/runner/run.ts';
import { sdkRoutes } from '../../start/sdk-routes.ts';
import { operatorRoutes } from '../../start/web-routes.ts';
import { type Harness, startHarness } from '../harness.ts';
import { signUpBody } from '../running.ts';
import { seedScene, sendBatch } from '../scene.ts';

interface Panel {
  title: string;
  type: string;
  targets?: { expr: string; legendFormat: string }[];
}

/** What /metrics prints: its families, its samples and the labels of each sample. */
const printed = async (h: Harness) => {
  const server = await buildServer(h.kernel, [operatorRoutes(() => [])]);
  const answer = await server.inject({ method: 'GET', url: '/metrics' });
  await server.close();
  const families = [...answer.body.matchAll(/^# TYPE (\w+)/gm)].map((found) => found[1]!);
  const labels = new Map<string, Set<string>>();
  const values = new Map<string, number>();
  for (const [, name, inside = '', value] of answer.body.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
    const known = labels.get(name!) ?? new Set();
    for (const [, label] of inside.matchAll(/(\w+)="/g)) known.add(label!);
    labels.set(name!, known);
    values.set(`${name}${inside && `{${inside}}`}`, Number(value));
  }
  return { families, labels, values };
};

/** What a query reads: names of samples, and the labels that it tells apart or selects by. */
const readBy = (expr: string) => ({
  names: [...new Set(expr.match(/\b(?:storyrail|nodejs|process)_\w+/g) ?? [])],
  labels: [
    ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap((found) => found[1]!.split(',').map((one) => one.trim())),
    ...[...expr.matchAll(/\{([^}]*)\}/g)].flatMap((found) =>
      [...found[1]!.matchAll(/(\w+)\s*[=!]/g)].map((one) => one[1]!),
    ),
  ],
});

t.test(
  'every query of the dashboard reads what /metrics prints after some work, and nothing of ours is left out',
  async (t) => {
    const h = await startHarness(t);
    const nora = await h.person();
    const scene = await seedScene(h, nora);
    await h.caughtUp();
    const stories = `/sdk/v1/${scene.token}/stories`;
    const fresh = await h.inject('GET', stories);
    t.equal(fresh.statusCode, 200);
    await h.inject('GET', stories, { headers: { 'if-none-match': String(fresh.headers.etag) } });
    const batch = await sendBatch(h, scene.token, [
      { type: 'story_impression', group_id: scene.group_id, story_id: scene.stories[0] },
      { type: 'story_teleported' },
    ]);
    t.equal(batch.statusCode, 202);
    await h.inject('POST', '/api/password-reset', { body: { email: nora.email } });
    const registered = await h.inject('POST', '/api/registration', { body: signUpBody });
    t.equal(registered.statusCode, 201);
    await h.until(async () => {
      const { values } = await printed(h);
      return (
        (values.get('storyrail_jobs_total{effect="mail",outcome="done"}') ?? 0) > 0 &&
        values.has('storyrail_jobs_open{state="outbox"}') &&
        values.has('storyrail_projection_lag_seconds{projection="analytics"}') &&
        values.has('storyrail_projection_parked_events{projection="audit"}')
      );
    }, 'the figures');

    const { families, labels, values } = await printed(h);
    t.equal(values.get('storyrail_ingest_events_total{outcome="accepted"}'), 1);
    t.equal(values.get('storyrail_ingest_events_total{outcome="rejected"}'), 1);
    t.ok((values.get('storyrail_commands_total{outcome="committed"}') ?? 0) > 3);
    t.ok((values.get('storyrail_delivery_total{outcome="not_modified"}') ?? 0) > 0);
    t.equal(values.get('storyrail_dead_letters'), 0);
    const waiting = async () =>
      (await printed(h)).values.get('storyrail_db_pool_connections{pool="main",state="waiting"}');
    await h.until(async () => (await waiting()) === 0, 'nobody to wait for a connection');

    const dashboard = JSON.parse(
      await readFile(new URL('../../deploy/grafana/storyrail.json', import.meta.url), 'utf8'),
    );
    const panels = dashboard.panels as Panel[];
    const used = new Set<string>();
    for (const { title, targets } of panels.filter((panel) => panel.type !== 'row')) {
      t.ok(targets && targets.length > 0, title);
      for (const { expr, legendFormat } of targets ?? []) {
        const reads = readBy(expr);
        t.ok(reads.names.length > 0, `${title} reads something: ${expr}`);
        for (const name of reads.names) {
          t.ok(labels.has(name), `${title}: ${name} is printed`);
          used.add(name);
        }
        // Prometheus adds the process that it scraped.
        const known = new Set(['instance', ...reads.names.flatMap((name) => [...(labels.get(name) ?? [])])]);
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map((found) => found[1]!);
        for (const label of [...reads.labels, ...shown]) t.ok(known.has(label), `${title}: ${label} is a label`);
      }
    }
    const forgotten = families
      .filter((family) => family.startsWith('storyrail_'))
      .filter((family) => ![...used].some((name) => name.replace(/_(bucket|count|sum)$/, '') === family));
    t.same(forgotten, [], 'each of our figures is on the dashboard');
  },
);

t.test('a read model that is followed elsewhere from now on is told of no more here', async (t) => {
  const h = await startHarness(t, { parts: false });
  const part = await startProjection(auditProjection)(h.kernel);
  const told = async () =>
    [...(await printed(h)).values.keys()].filter((name) => name.includes('projection="audit"')).sort();
  await h.until(async () => (await told()).length > 0, 'the figures of the audit');
  t.same(await told(), [
    'storyrail_projection_lag_seconds{projection="audit"}',
    'storyrail_projection_parked_events{projection="audit"}',
  ]);
  await part.stop();
  t.same(await told(), []);
});

t.test('a connection that is waited for is counted', async (t) => {
  const h = await startHarness(t, { parts: false, settings: { DB_POOL: '2' } });
  const { pool } = h.kernel.db;
  const waits = async () => (await printed(h)).values.get('storyrail_db_pool_waits_total{pool="main"}') ?? 0;
  const before = await waits();
  const held = [await pool.connect(), await pool.connect()];
  const waiting = pool.connect();
  t.equal((await printed(h)).values.get('storyrail_db_pool_connections{pool="main",state="waiting"}'), 1);
  for (const client of held) client.release();
  (await waiting).release();
  t.equal(await waits(), before + 1);
});

t.test(
  'without Postgres a process that only delivers is ready while it holds documents, and no other one is',
  async (t) => {
    const h = await startHarness(t);
    const scene = await seedScene(h, await h.person());
    await h.caughtUp();
    const serving = async (onlyDelivers: boolean) => {
      const server = await buildServer(h.kernel, [...sdkRoutes, operatorRoutes(() => [], { onlyDelivers })]);
      t.teardown(() => server.close());
      return server;
    };
    const [warm, cold, more] = [await serving(true), await serving(true), await serving(false)];
    const stories = { url: `/sdk/v1/${scene.token}/stories` };
    for (const server of [warm, more]) t.equal((await server.inject(stories)).statusCode, 200);
    t.equal((await more.inject('/health/ready')).statusCode, 200, 'with Postgres');

    const { pool } = h.kernel.db;
    const query = pool.query;
    let asked = 0;
    const cut = new Error('connect ECONNREFUSED');
    pool.query = (() => {
      asked += 1;
      return Promise.reject(cut);
    }) as unknown as typeof query;
    try {
      const ready = await warm.inject('/health/ready');
      t.equal(ready.statusCode, 200);
      t.same(ready.json().data, { status: 'ready', parts: [], troubles: ['database'] });
      t.equal((await warm.inject(stories)).statusCode, 200, 'it does answer');
      t.equal((await cold.inject('/health/ready')).statusCode, 503, 'nothing in memory');
      await h.until(
        async () => (await more.inject('/health/ready')).statusCode === 503,
        'what stood for a second to end',
      );
      for (const server of [warm, cold, more]) t.equal((await server.inject('/health/live')).statusCode, 200);
    } finally {
      pool.query = query;
    }
    t.ok(asked >= 3);
  },
);

t.test('whoever asks for health from elsewhere learns of no part, and many ask Postgres once', async (t) => {
  const h = await startHarness(t, { parts: false });
  const part = { name: 'projection:audit', healthy: () => 'it is behind', stop: async () => {} };
  const server = await buildServer(h.kernel, [operatorRoutes(() => [part])]);
  t.teardown(() => server.close());
  const { pool } = h.kernel.db;
  const query = pool.query;
  let asked = 0;
  pool.query = ((...given: Parameters<typeof query>) => {
    asked += 1;
    return query.apply(pool, given);
  }) as typeof query;
  const url = '/health/ready';
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.inject({ url, remoteAddress: '10.0.0.9' })),
  ).finally(() => {
    pool.query = query;
  });
  t.equal(asked, 1);
  for (const answer of answers) {
    t.equal(answer.statusCode, 503);
    t.same(answer.json(), { data: { status: 'not ready' } });
  }
  t.same((await server.inject({ url })).json().data.troubles, ['projection:audit'], 'here it is said');
});

t.test('the documentation loads nothing from elsewhere and stands in no frame', async (t) => {
  const h = await startHarness(t, { parts: false });
  const server = await buildServer(h.kernel, [operatorRoutes(() => [])]);
  t.teardown(() => server.close());
  const page = await server.inject('/docs/');
  t.equal(page.statusCode, 200);
  const policy = String(page.headers['content-security-policy']);
  t.notMatch(policy, /https?:|validator/);
  t.match(policy, "frame-ancestors 'none'");
  t.equal(page.headers['x-frame-options'], 'DENY');
});
