import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { buildServer } from '#kernel/http/server.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createMetrics } from '#kernel/platform/metrics.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { seedScene } from '#ops/testing/scene.ts';
import { sdkRoutes } from './sdk-routes.ts';

type Headers = Record<string, string>;
interface Call {
  method: string;
  path: string;
  headers?: Headers;
  body?: string;
}

/** One product with two servers of the SDK routes: with what is fast, and by the framework alone. */
const openDoors = async (t: Test, settings: Headers = {}) => {
  const h = await startHarness(t, { settings });
  const scene = await seedScene(h, await h.person());
  await h.caughtUp();
  const open = async (FAST: '0' | '1') => {
    const logged: object[] = [];
    const log = Object.assign(Object.create(h.kernel.log), {
      isLevelEnabled: () => true,
      child: () => log,
      info: (fields: object | string, words?: string) => {
        if (typeof fields === 'object') logged.push({ ...fields, words });
      },
    });
    const metrics = createMetrics();
    const kernel: Kernel = { ...h.kernel, log, metrics, config: { ...h.config, FAST } };
    const server = await buildServer(kernel, sdkRoutes);
    t.teardown(() => server.close());
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const ask = ({ method, path, headers, body }: Call) =>
      new Promise<{ status: number; headers: object; body: string }>((done, fail) => {
        const sent = request({ port, host: '127.0.0.1', method, path, headers: { ...headers } });
        sent.on('error', fail);
        sent.on('response', async (answer) => {
          const chunks: Buffer[] = [];
          for await (const chunk of answer) chunks.push(chunk);
          const { date, connection, 'keep-alive': kept, 'x-request-id': id, ...others } = answer.headers;
          const text = Buffer.concat(chunks).toString('latin1');
          done({
            status: answer.statusCode!,
            headers: { ...others, named: typeof id },
            body: text.replace(/"request_id":"[^"]*"/, ''),
          });
        });
        sent.end(body);
      });
    /** What was measured: how many answers by method, route and status. */
    const measured = async () => {
      const values = (await metrics.registry.getMetricsAsJSON()).flatMap(
        (one) => one.values as { metricName?: string }[],
      );
      return values.filter(({ metricName }) => metricName === 'storyrail_http_request_seconds_count');
    };
    /** What was logged, without ids and times. */
    const lines = () =>
      logged.map((line) => {
        const { request_id, ms, ...others } = line as { request_id?: string; ms?: number };
        return JSON.parse(JSON.stringify(others));
      });
    return { ask, measured, lines };
  };
  return { h, scene, fast: await open('1'), ordinary: await open('0') };
};

const json = { 'content-type': 'application/json' };
const batch = (length = 0) =>
  JSON.stringify({
    ...{ batch_id: uuidv7(), sent_at: Date.now(), platform: 'web', sdk_version: '1', consent: false },
    events: [{ id: uuidv7(), type: 'bar_impression', at: Date.now() }],
    ...(length > 0 ? { app_version: 'x'.repeat(length) } : {}),
  });

t.test('an SDK is answered, logged and measured alike with what is fast and without', async (t) => {
  const { h, scene, fast, ordinary } = await openDoors(t);
  const stories = `/sdk/v1/${scene.token}/stories`;
  const events = `/sdk/v1/${scene.token}/events`;
  const get = (headers: Headers = {}, path = stories): Call => ({ method: 'GET', path, headers });
  const post = (body: string, headers: Headers = json, path = events): Call => ({
    method: 'POST',
    path,
    headers,
    body,
  });
  const etag = (await h.inject('GET', stories)).headers.etag as string;
  const gzip = { 'accept-encoding': 'gzip' };
  const calls: [string, number, Call][] = [
    ['the first delivery', 200, get(gzip)],
    ['one from memory', 200, get(gzip)],
    ['the first without a coding', 200, get()],
    ['one from memory without a coding', 200, get()],
    ['one that is held already', 304, get({ 'if-none-match': etag })],
    ['the first with a query', 200, get({}, `${stories}?labels=a`)],
    ['one with a query from memory', 200, get({}, `${stories}?labels=a`)],
    ['a query that cannot be read', 422, get({}, `${stories}?labels=${'a'.repeat(5000)}`)],
    ['an unknown token', 404, get({}, '/sdk/v1/nobody/stories')],
    ['a page that asks first', 204, { method: 'OPTIONS', path: stories, headers: { origin: 'https://a.test' } }],
    ['a batch', 202, post(batch())],
    ['a beacon', 202, post(batch(), { 'content-type': 'text/plain' })],
    ['no JSON', 400, post('{"batch_id":')],
    ['a batch that is none', 422, post('{}')],
    ['a body that is too large', 413, post(batch(70_000))],
    ['another type of content', 415, post('a=b', { 'content-type': 'text/html' })],
    ['a batch for nobody', 404, post(batch(), json, '/sdk/v1/nobody/events')],
    ['a page that asks before a batch', 204, { method: 'OPTIONS', path: events }],
  ];
  for (const [name, status, call] of calls) {
    const [mine, its] = [await fast.ask(call), await ordinary.ask(call)];
    t.equal(mine.status, status, name);
    t.same(mine, its, name);
  }
  await h.asOwner('alter table telemetry_batch rename to telemetry_batch_away');
  const [mine, its] = [await fast.ask(post(batch())), await ordinary.ask(post(batch()))];
  await h.asOwner('alter table telemetry_batch_away rename to telemetry_batch');
  t.match(mine, { status: 503, headers: { 'retry-after': '1' } });
  t.same(mine, its, 'while the log is down');
  // A response is logged and measured when it has left, which its caller may hear of first.
  await h.until(async () => ordinary.lines().length >= fast.lines().length, 'the last line');
  t.same(fast.lines(), ordinary.lines(), 'the log');
  t.ok((await fast.measured()).length >= 8);
  t.same(await fast.measured(), await ordinary.measured(), 'the metrics');
});

t.test('limits are the same with what is fast and without', async (t) => {
  const { h, scene, fast, ordinary } = await openDoors(t, { LIMIT_DELIVERY: '2', LIMIT_EVENTS: '2' });
  const ask = { method: 'GET', path: `/sdk/v1/${scene.token}/stories` };
  const send = () => ({ method: 'POST', path: `/sdk/v1/${scene.token}/events`, headers: json, body: batch() });
  for (const call of [() => ask, send]) {
    const refused: object[] = [];
    for (const door of [fast, ordinary]) {
      await door.ask(call());
      let last = await door.ask(call());
      await h.until(async () => {
        last = await door.ask(call());
        return last.status === 429;
      });
      refused.push(last);
    }
    t.match(refused[0], { status: 429, headers: { 'retry-after': '1', 'access-control-allow-origin': '*' } });
    t.same(refused[0], refused[1]);
  }
});
