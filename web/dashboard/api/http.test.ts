import t, { type Test } from 'tap';
import { replaceGlobals } from '#ops/testing/globals.ts';
import { answers } from './answers.ts';
import type { ApiError } from './error.ts';
import { http, newKey } from './http.ts';
import { serverNow } from './server-time.ts';

replaceGlobals(t, { navigator: { onLine: true } });
const envelope = JSON.stringify({ data: null, code: 'Unavailable', message: 'Not now.' });
const json = { 'content-type': 'application/json', 'retry-after': '1' };
const html = { 'content-type': 'text/html' };

const answering = (t: Test, answer: () => Response) => {
  const { fetch } = globalThis;
  t.teardown(() => {
    globalThis.fetch = fetch;
  });
  globalThis.fetch = async () => answer();
};

t.test('an answer is told of as the server’s, or as that of what stands before it while it is away', async (t) => {
  const told: string[] = [];
  for (const kind of ['answer', 'none']) answers.addEventListener(kind, () => told.push(kind));
  for (const [status, headers, body, due, code] of [
    [200, json, '{"data":1,"message":null}', 'answer', null],
    [404, json, envelope, 'answer', 'Unavailable'],
    [503, json, envelope, 'answer', 'Unavailable'],
    [503, html, '<h1>503 Service Temporarily Unavailable</h1>', 'none', 'Unknown'],
    [503, {}, '', 'none', 'Unknown'],
    [502, html, 'Bad gateway', 'none', 'Unknown'],
    [504, json, '{}', 'none', 'Unknown'],
  ] as const) {
    answering(t, () => new Response(body, { status, headers }));
    const failure = await http.get('/user', { auth: 'none' }).then(
      () => null,
      (error: unknown) => error as ApiError,
    );
    t.equal(told.pop(), due, `${status} ${body}`);
    t.same(failure && [failure.status, failure.code], code && [status, code]);
  }
  t.same(told, []);
});

t.test('a body that breaks off, or is no JSON, is no answer; an empty one is', async (t) => {
  const broken = () =>
    new ReadableStream({
      start: (body) => body.enqueue(new TextEncoder().encode('{"data":{"id":')),
      pull: (body) => body.error(new TypeError('network error')),
    });
  const asked = (body: BodyInit | null, init: ResponseInit = {}, signal?: AbortSignal) => {
    answering(t, () => new Response(body, init));
    return http.get('/user', { auth: 'none', ...(signal && { signal }) });
  };
  const none = { status: 0, code: 'NoConnection' };
  await t.rejects(asked(broken(), { headers: json }), none);
  await t.rejects(asked('{"data":{"id":', { headers: json }), none);
  await t.rejects(asked('<h1>Sign in to this network</h1>', { headers: html }), none);
  t.equal(await asked('', { headers: json }), null);
  t.equal(await asked(null, { status: 204 }), null);
  const control = new AbortController();
  const body = new ReadableStream({
    pull: (stream) => {
      control.abort();
      stream.error(control.signal.reason);
    },
  });
  await t.rejects(asked(body, { headers: json }, control.signal), { name: 'AbortError' });
});

t.test('the time is the server’s where the clock of the device is off', async (t) => {
  const { now } = Date;
  t.teardown(() => {
    Date.now = now;
  });
  const hear = async (headers: Record<string, string>) => {
    answering(t, () => new Response('{}', { headers: { ...json, ...headers } }));
    await http.get('/user', { auth: 'none' });
  };
  const date = (ms: number) => new Date(ms).toUTCString();
  for (const aheadMs of [120_000, -120_000, 0]) {
    Date.now = () => now() + aheadMs;
    await hear({ date: date(now()) });
    t.ok(Math.abs(serverNow() - now() / 1000) < 2, `${aheadMs} ms ahead`);
    await hear({ date: date(now() - 3_600_000), 'cache-control': 'private, max-age=86400' });
    await hear({});
    t.ok(Math.abs(serverNow() - now() / 1000) < 2, 'an answer that was kept tells an old time');
  }
});

t.test('a command has a key of its own also without https, where browsers make no UUIDs', async (t) => {
  replaceGlobals(t, { crypto: { getRandomValues: crypto.getRandomValues.bind(crypto) } });
  const keys = Array.from({ length: 100 }, newKey);
  t.ok(keys.every((key) => /^[0-9a-f]{32}$/.test(key)));
  t.equal(new Set(keys).size, 100);
});
