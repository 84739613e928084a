import t from 'tap';
import { answers } from './answers.ts';
import type { ApiError } from './error.ts';
import { http } from './http.ts';

const envelope = JSON.stringify({ data: null, code: 'Unavailable', message: 'Not now.' });
const json = { 'content-type': 'application/json', 'retry-after': '1' };
const html = { 'content-type': 'text/html' };

t.test('an answer is told of as the server’s, or as that of what stands before it while it is away', async (t) => {
  const { fetch } = globalThis;
  t.teardown(() => {
    globalThis.fetch = fetch;
  });
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
    globalThis.fetch = async () => new Response(body, { status, headers });
    const failure = await http.get('/user', { auth: 'none' }).then(
      () => null,
      (error: unknown) => error as ApiError,
    );
    t.equal(told.pop(), due, `${status} ${body}`);
    t.same(failure && [failure.status, failure.code], code && [status, code]);
  }
  t.same(told, []);
});
