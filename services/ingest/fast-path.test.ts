import { request } from 'node:http';
import { connect } from 'node:net';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { normalizeEvents, type TelemetryPayload } from '#kernel/telemetry-log/log.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { seedScene } from '#ops/testing/scene.ts';

const start = async (t: Parameters<typeof startHarness>[0], settings: Record<string, string> = {}) => {
  const moment = Date.now();
  const h = await startHarness(t, { parts: false, settings, now: () => moment });
  const scene = await seedScene(h, await h.person());
  const address = await h.server.listen({ port: 0, host: '127.0.0.1' });
  const kept = async (): Promise<TelemetryPayload[]> => {
    const { rows } = await h.kernel.analytics.pool.query('select payload from telemetry_batch order by position');
    return rows.map((row) => JSON.parse(row.payload));
  };
  return { h, scene, address, kept };
};

t.test('a batch over a connection is treated as the route treats it', async (t) => {
  const { h, scene, address, kept } = await start(t);
  const now = h.kernel.now();
  const impression = { type: 'story_impression', group_id: scene.group_id, story_id: scene.stories[0]! };
  const batch = (events: unknown[], more: Record<string, unknown> = {}) => ({
    batch_id: uuidv7(),
    sent_at: now,
    viewer_id: 'viewer-1',
    platform: 'web',
    sdk_version: '1.0.0',
    consent: true,
    ...more,
    events: events.map((event) => ({ id: uuidv7(), at: now, ...(event as object) })),
  });
  const json = { 'content-type': 'application/json' };
  const path = `/sdk/v1/${scene.token}/events`;
  const spaced = JSON.stringify(batch([impression]), null, 2);
  const cases: [string, string, string | Buffer, Record<string, string>][] = [
    ['a batch', path, JSON.stringify(batch([impression, { type: 'bar_impression' }])), json],
    ['a beacon', path, JSON.stringify(batch([impression])), { 'content-type': 'text/plain;charset=UTF-8' }],
    ['white space', path, `${spaced}\n`, json],
    ['members after the events', path, JSON.stringify({ ...batch([impression]), app_version: '1.2' }), json],
    ['a bad event', path, JSON.stringify(batch([impression, { ...impression, extra: 'x' }])), json],
    [
      'a number that is none',
      path,
      JSON.stringify(batch([{ ...impression, value: 12345 }])).replace('12345', '1e400'),
      json,
    ],
    ['no events', path, JSON.stringify(batch([])), json],
    ['an unknown member', path, JSON.stringify(batch([impression], { surprise: 1 })), json],
    ['no JSON', path, '{"batch_id":', json],
    ['broken UTF-8', path, Buffer.from([0x7b, 0xff, 0x7d]), json],
    ['NUL', path, JSON.stringify(batch([impression], { viewer_id: 'a\u0000b' })), json],
    ['another type of content', path, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an empty body', path, '', json],
    ['an unknown token', '/sdk/v1/t_nobody/events', JSON.stringify(batch([impression])), json],
    ['a body that is too large', path, JSON.stringify(batch([impression], { viewer_id: 'x'.repeat(70_000) })), json],
    ['a query', `${path}?a=1`, JSON.stringify(batch([impression])), json],
  ];
  for (const [name, url, body, headers] of cases) {
    const routed = await h.server.inject({ method: 'POST', url, payload: body, headers });
    const bytes = typeof body === 'string' ? body : new Uint8Array(body);
    const sent = await fetch(address + url, { method: 'POST', body: bytes, headers });
    t.equal(sent.status, routed.statusCode, name);
    const [mine, its] = [await sent.text(), routed.body].map((text) => text.replace(/"request_id":"[^"]*"/, ''));
    t.equal(mine, its, `${name}: the body`);
    t.match(sent.headers.get('x-request-id'), /^[0-9a-f-]{36}$/);
    for (const head of [
      'access-control-allow-origin',
      'cache-control',
      'vary',
      'content-type',
      'x-content-type-options',
    ])
      t.equal(sent.headers.get(head), routed.headers[head] ?? null, `${name}: ${head}`);
  }
  const batches = await kept();
  t.equal(batches.length % 2, 0);
  t.ok(
    batches.every(({ events }) => events.every(({ value }) => typeof value !== 'number')),
    'what no JSON can carry on is no value',
  );
  for (let index = 0; index < batches.length; index += 2) {
    const [one, other] = [batches[index]!, batches[index + 1]!];
    t.same(normalizeEvents(one), normalizeEvents(other), 'the same events are kept');
    t.same({ ...one, received_at: 0, offset: 0, events: [] }, { ...other, received_at: 0, offset: 0, events: [] });
  }
});

t.test('names that say "events" in other places do not mislead what is kept', async (t) => {
  const { h, scene, address, kept } = await start(t);
  const now = h.kernel.now();
  const one = `{"id":"${uuidv7()}","type":"bar_impression","at":${now}}`;
  const two = `{"id":"${uuidv7()}","type":"group_opened","at":${now},"group_id":"${scene.group_id}"}`;
  const head = (viewer: string) =>
    `"batch_id":"${uuidv7()}","sent_at":${now},"viewer_id":${viewer},"platform":"web","sdk_version":"1","consent":true`;
  const bodies = [
    `{${head('"events"')},"events":[${one}]}`,
    `{${head('"\\"events\\":[1]"')},"events":[${one}]}`,
    `{"events":[${two},${two}],${head('"v]}"')},"events":[${one}]}`,
    `{"events":[${two}],${head('"v"')},"\\u0065vents":[${one}]}`,
    `{${head('"v"')},"events" : [ ${one} ] }  `,
  ];
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${address}/sdk/v1/${scene.token}/events`, { method: 'POST', body, headers });
    t.equal(answer.status, 202, body);
    t.same(await answer.json(), { data: { accepted: 1, rejected: [] } });
    t.same(
      (await kept()).at(-1)!.events.map((event) => event.type),
      ['bar_impression'],
      body,
    );
  }
});

t.test('what is too long for a token is not looked up, and so not remembered', async (t) => {
  const { address } = await start(t);
  const code = async (length: number) => {
    const url = `${address}/sdk/v1/${'a'.repeat(length)}/events`;
    const body = JSON.stringify({
      ...{ batch_id: uuidv7(), sent_at: Date.now(), platform: 'web', sdk_version: '1', consent: false },
      events: [{ id: uuidv7(), type: 'bar_impression', at: Date.now() }],
    });
    const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    return ((await answer.json()) as { code: string }).code;
  };
  t.equal(await code(300), 'UnknownToken');
  t.equal(await code(301), 'NotFound');
});

t.test('the body of a refused request is timed, too', async (t) => {
  const { h, scene, address } = await start(t, { LIMIT_TOKEN: '1', FAST: '1' });
  const timed: unknown[] = [];
  const { watch } = h.server.bodyClock;
  h.server.bodyClock.watch = (raw) => {
    timed.push(raw);
    watch(raw);
  };
  const url = `${address}/sdk/v1/${scene.token}/events`;
  // A connection that is not kept is read by the whole parser.
  const send = () =>
    new Promise<number>((done, fail) => {
      const sent = request(url, { method: 'POST', agent: false, headers: { 'content-type': 'application/json' } });
      sent.on('response', (answer) => done(answer.resume().statusCode!)).on('error', fail);
      sent.end('{}');
    });
  const statuses = await Promise.all(Array.from({ length: 6 }, send));
  t.ok(statuses.filter((status) => status === 429).length >= 3);
  t.equal(timed.length, 6);
});

t.test('limits hold over a connection, and an answer that was cut off keeps nothing open', async (t) => {
  const { scene, address } = await start(t, { LIMIT_TOKEN: '3' });
  const body = JSON.stringify({ batch_id: uuidv7() });
  const headers = { 'content-type': 'application/json' };
  const url = `${address}/sdk/v1/${scene.token}/events`;
  const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(url, { method: 'POST', body, headers })));
  const refused = answers.filter((answer) => answer.status === 429);
  t.ok(refused.length >= 6, `${refused.length} refused`);
  t.equal(refused[0]!.headers.get('retry-after'), '1');
  t.equal((await refused[0]!.json()).code, 'TooManyRequests');

  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(`POST /sdk/v1/${scene.token}/events HTTP/1.1\r\nhost: a\r\n`);
  socket.write('content-type: application/json\r\ncontent-length: 100\r\n\r\n{"batch');
  await new Promise((done) => socket.once('connect', done));
  socket.destroy();
  t.equal((await fetch(url, { method: 'OPTIONS' })).status, 204, 'the server goes on');
});
