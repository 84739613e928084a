import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { opsCookie } from '#kernel/http/ops-session.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { NonRetryableError } from '../platform/non-retryable-error.ts';
import { operationOf } from './board-operations.ts';
import { enqueueEffect } from './outbox.ts';
import { effectHandlers, startJobsWith } from './runner.ts';

const staffMember = async (h: Harness): Promise<Person> => {
  const person = await h.person();
  await h.kernel.db.pool.query('update member set staff = true where id = $1', [person.user_id]);
  return person;
};
const cookieOf = (h: Harness, person: Person): string => opsCookie(h.kernel, person).header.split(';')[0]!;
const origin = 'http://127.0.0.1:4000';

t.test('the board of jobs is for staff: they see what failed and have it tried again', async (t) => {
  const h = await startHarness(t, { parts: false });
  let down = true;
  const part = await startJobsWith(
    h.kernel,
    {
      ...effectHandlers,
      mail: async () => {
        if (down) throw new NonRetryableError('the mail server answered 550 5.1.1');
      },
    },
    { pollMs: 5 },
  );
  t.teardown(() => part.stop());
  const staff = await staffMember(h);
  const cookie = cookieOf(h, staff);
  const eventId = uuidv7();
  await runCommand(h.kernel, systemContext(h.kernel.now()), async (trx) => {
    await enqueueEffect(trx, eventId, 'mail', { template: 'reset_password', user_id: staff.user_id });
    return { status: 200, data: null };
  });
  const call = (method: string, path: string, headers: Record<string, string> = { cookie }) =>
    h.inject(method, `/ops/queues${path}`, { headers });
  const failed = async () => (await call('GET', '/api/queues?activeQueue=effects&status=failed')).json().queues[0];

  await t.test('its page needs nothing from other hosts and runs no inline script', async (t) => {
    const page = await call('GET', '/');
    t.equal(page.statusCode, 200);
    t.match(page.headers['content-type'], 'text/html');
    const policy = String(page.headers['content-security-policy']);
    t.match(policy, "default-src 'none'");
    t.match(policy, "script-src 'self';");
    t.notMatch(policy, /https?:|unsafe-eval|\*/);
    t.notMatch(page.body, /(href|src)="(https?:)?\/\//);
    for (const [, attributes] of page.body.matchAll(/<script\b([^>]*)>/g))
      t.match(attributes, /src="static\/|type="application\/json"/);
    t.match(page.headers['cache-control'], 'no-store');
  });

  await t.test('a dead letter is there with its reason, and is done after another try', async (t) => {
    await h.until(async () => (await failed()).counts.failed === 1, 'the dead letter');
    const [job] = (await failed()).jobs;
    t.match(job, { id: `${eventId}-mail`, failedReason: 'the mail server answered 550 5.1.1' });
    t.same(Object.keys(job.data.payload), ['user_id', 'template'], 'it holds ids only');
    const retry = `/api/queues/effects/${job.id}/retry`;
    t.equal((await call('PUT', retry, { cookie, origin: 'https://elsewhere.example' })).statusCode, 403);
    t.equal((await call('PUT', retry)).statusCode, 403);
    down = false;
    t.equal((await call('PUT', retry, { cookie, origin })).statusCode, 204);
    await h.until(async () => (await failed()).counts.completed === 1, 'it to be done');
    t.equal((await failed()).counts.failed, 0);
  });

  await t.test('what was asked of the queue, and only that, stands in the log under who asked', async (t) => {
    const asked = async () => {
      const { rows } = await h.kernel.db.pool.query(
        "select stream, actor_type, actor_id, account_id, data from event where type = 'JobOperationRequested' order by position",
      );
      return rows;
    };
    const job = { id: `${eventId}-mail`, name: 'mail' };
    const { user_id, account_id } = staff;
    t.match(await asked(), [
      {
        stream: new RegExp(`^operation-${account_id}-[0-9]{6}$`),
        actor_type: 'staff',
        actor_id: user_id,
        account_id,
        data: { user_id, operation: 'retry', job, from: 'failed' },
      },
    ]);
    const put = (path: string) => call('PUT', `/api/queues${path}`, { cookie, origin });
    t.equal((await put('/effects/nothing/retry')).statusCode, 404);
    t.equal((await put('/others/nothing/retry')).statusCode, 404);
    t.equal((await put(`/effects/${job.id}/clean`)).statusCode, 204);
    t.equal((await put('/effects/clean/failed')).statusCode, 200);
    t.equal((await put('/pause')).statusCode, 200);
    t.equal((await put('/resume')).statusCode, 200);
    t.same(
      (await asked()).slice(1).map(({ data }) => [data.operation, data.job?.id ?? null, data.from]),
      [
        ['remove', job.id, 'completed'],
        ['remove', null, 'failed'],
        ['pause', null, null],
        ['resume', null, null],
      ],
    );
    await h.kernel.db.pool.query('update member set staff = false where id = $1', [user_id]);
    t.equal((await put('/pause')).statusCode, 403);
    await h.kernel.db.pool.query('update member set staff = true where id = $1', [user_id]);
    t.equal((await asked()).length, 5);
    const writing = h.server.routeTable.filter(
      ({ method, url }) => url.startsWith('/ops/queues') && !['GET', 'HEAD', 'OPTIONS'].includes(method),
    );
    t.ok(writing.length > 20);
    for (const { url } of writing) t.ok(operationOf(url), `${url} has its word`);
  });

  await t.test('nobody else gets in, by any of its addresses', async (t) => {
    const other = cookieOf(h, await h.person());
    const gone = await staffMember(h);
    const ended = cookieOf(h, gone);
    await h.kernel.db.pool.query('update session set ended_at = now() where id = $1', [gone.session_id]);
    const routes = h.server.routeTable.filter(({ url }) => url.startsWith('/ops/queues'));
    t.ok(routes.length > 30);
    for (const { method, url, policy } of routes) {
      t.same(policy, { caller: 'ops' }, `${method} ${url}`);
      const path = url.replace('/ops/queues', '').replace(/:\w+/g, 'effects').replace('*', 'css/main.css');
      for (const [headers, status] of [
        [{}, 401],
        [{ cookie: 'storyrail_ops=forged' }, 401],
        [{ cookie: ended }, 401],
        [{ cookie: other, origin }, 403],
        [{ authorization: `Bearer ${staff.token}` }, 401],
      ] as [Record<string, string>, number][])
        t.equal((await call(method, path, headers)).statusCode, status, `${method} ${path}`);
    }
  });

  await t.test('what is not there is answered as everywhere, without detail', async (t) => {
    const missing = await call('GET', '/api/queues/nothing/metrics');
    t.equal(missing.statusCode, 404);
    await h.kernel.db.pool.query('alter schema bullmq rename to bullmq_away');
    const broken = await call('GET', '/api/queues');
    await h.kernel.db.pool.query('alter schema bullmq_away rename to bullmq');
    t.equal(broken.statusCode, 500);
    t.notMatch(broken.body, 'bullmq');
    const away = await call('GET', '/nowhere/at/all');
    const out = await call('GET', '/api/queues', {});
    for (const [answer, code] of [
      [broken, 'InternalError'],
      [away, 'NotFound'],
      [out, 'Unauthorized'],
    ] as const) {
      const { message, request_id } = answer.json();
      t.match(answer.json(), { data: null, code });
      t.equal(request_id, answer.headers['x-request-id']);
      if (answer !== away) t.equal(answer.json().error, message, 'the page shows the words');
    }
  });
});
