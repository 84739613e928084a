import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { NonRetryableError } from '../platform/non-retryable-error.ts';
import { deleteExpired } from './cleanup.ts';
import { dispatchEffects, jobId } from './dispatcher.ts';
import { enqueueEffect } from './outbox.ts';
import { openQueue } from './queue.ts';
import { effectHandlers, type JobOptions, startJobsWith } from './runner.ts';
import type { Handlers } from './worker.ts';

const { signal } = new AbortController();
const fast = { backoffMs: 1, attempts: 3, pollMs: 5, measureEveryMs: 10 };

const ask = async (h: Harness, userId: string): Promise<string> => {
  const eventId = uuidv7();
  const context = systemContext(h.kernel.now());
  await runCommand(h.kernel, context, async (trx) => {
    await enqueueEffect(trx, eventId, 'mail', { template: 'reset_password', user_id: userId });
    return { status: 200, data: null };
  });
  return eventId;
};

const nameOf = (eventId: string) => jobId({ event_id: eventId, effect: 'mail' });
const moved = async (h: Harness, eventId: string) =>
  (await h.kernel.db.pool.query('select moved_at from job_outbox where event_id = $1', [eventId])).rows[0].moved_at;
const ledger = async (h: Harness, eventId: string) =>
  (await h.kernel.db.pool.query('select * from effect_ledger where event_id = $1', [eventId])).rowCount;
const files = async (h: Harness) => (await readdir(join(h.config.DATA_DIR, 'outbox')).catch(() => [])).sort();
const doing = (mail: Handlers['mail']): Handlers => ({ ...effectHandlers, mail });
const jobs = async (h: Harness) =>
  (await h.kernel.db.pool.query('select id, state from bullmq.job order by id')).rows as {
    id: string;
    state: string;
  }[];

/** Works on jobs while `work` runs. */
const during = async (
  h: Harness,
  handlers: Handlers,
  work: () => Promise<unknown>,
  options: Partial<JobOptions> = fast,
): Promise<void> => {
  const part = await startJobsWith(h.kernel, handlers, options);
  try {
    await work();
  } finally {
    await part.stop();
  }
};

/** The queue as an onlooker has it. */
const lookInto = (t: Test, h: Harness) => {
  const queue = openQueue(h.databaseUrl, h.kernel.log);
  t.teardown(() => queue.close());
  const state = async (eventId: string) => (await queue.getJob(nameOf(eventId)))?.getState();
  return { queue, state };
};

t.test('jobs', async (t) => {
  const h = await startHarness(t, { parts: false });
  const person = await h.person();
  const { queue, state } = lookInto(t, h);
  const ended = (eventId: string, how = 'completed') =>
    h.until(async () => (await state(eventId)) === how, `the job to be ${how}`);

  await t.test('an effect is done after its event, once, also when it is handed over again', async (t) => {
    const eventId = await ask(h, person.user_id);
    await during(h, effectHandlers, () => ended(eventId));
    t.ok(await moved(h, eventId));
    t.equal(await ledger(h, eventId), 1);
    t.same(await files(h), [`${eventId}-mail.json`]);
    await h.kernel.db.pool.query('update job_outbox set moved_at = null where event_id = $1', [eventId]);
    const later = await ask(h, person.user_id);
    const seen: string[] = [];
    const handlers = doing(async (_kernel, id) => void seen.push(id));
    await during(h, handlers, () => ended(later));
    t.ok(await moved(h, eventId));
    t.same(seen, [later]);
  });

  await t.test('an effect that stands in the ledger is not done again', async (t) => {
    const eventId = await ask(h, person.user_id);
    await h.kernel.db.pool.query(`insert into effect_ledger (event_id, effect) values ($1, 'mail')`, [eventId]);
    await during(
      h,
      doing(async () => void t.fail('done again')),
      () => ended(eventId),
    );
    t.equal((await queue.getJob(nameOf(eventId)))?.returnvalue, 'skipped');
  });

  await t.test(
    'a dispatcher that dies between handing over and marking hands over again, and nothing is done twice',
    async (t) => {
      const asked = [await ask(h, person.user_id), await ask(h, person.user_id), await ask(h, person.user_id)];
      const { pool } = h.kernel.db;
      const dying = {
        pool: {
          query: (query: { name?: string }) =>
            query.name === 'jobs-moved' ? Promise.reject(new Error('gone')) : pool.query(query as never),
        },
      };
      await t.rejects(dispatchEffects({ db: dying as never }, queue), /gone/);
      for (const eventId of asked) {
        t.equal(await state(eventId), 'waiting', 'the queue has it');
        t.equal(await moved(h, eventId), null, 'the outbox does not know');
      }
      const before = (await jobs(h)).length;
      const seen: string[] = [];
      const handlers = doing(async (_kernel, id) => void seen.push(id));
      await during(h, handlers, async () => {
        for (const eventId of asked) await ended(eventId);
        await h.until(async () => (await Promise.all(asked.map((id) => moved(h, id)))).every(Boolean), 'the marks');
      });
      t.same(seen.sort(), asked);
      t.equal((await jobs(h)).length, before);
    },
  );

  await t.test('a worker that dies between sending and the ledger sends again under the same name', async (t) => {
    const eventId = await ask(h, person.user_id);
    const before = (await files(h)).length;
    let runs = 0;
    const dying = doing(async (kernel, id, payload) => {
      runs += 1;
      await effectHandlers.mail(kernel, id, payload);
      // The first time nothing can be recorded from here on, as for a process that is gone.
      await h.asOwner(
        `alter table if exists ${runs === 1 ? 'effect_ledger' : 'effect_ledger_away'} rename to effect_ledger${runs === 1 ? '_away' : ''}`,
      );
    });
    // The look into the ledger before the second try fails, too, until it is there again.
    const mend = async () => {
      await h.until(async () => ((await queue.getJob(nameOf(eventId)))?.attemptsMade ?? 0) >= 1, 'the failure');
      await h.asOwner('alter table if exists effect_ledger_away rename to effect_ledger');
      await ended(eventId);
    };
    await during(h, dying, mend, { ...fast, attempts: 20, backoffMs: 20 });
    t.equal(runs, 2);
    t.equal((await files(h)).length, before + 1);
    t.ok((await files(h)).includes(`${eventId}-mail.json`));
    t.equal(await ledger(h, eventId), 1);
  });

  await t.test('a failing effect waits longer each time and ends as failed, without holding others back', async (t) => {
    const eventId = await ask(h, person.user_id);
    const other = await ask(h, uuidv7());
    let away = true;
    const seen: string[] = [];
    const handlers = doing(async (_kernel, id) => {
      if (id === eventId && away) throw new Error('the sender is away');
      seen.push(id);
    });
    await during(
      h,
      handlers,
      async () => {
        await ended(other);
        await ended(eventId, 'delayed');
        const first = await queue.getJob(nameOf(eventId));
        t.match(first, { attemptsMade: 1, failedReason: 'the sender is away', delay: 3_600_000 });
        await first?.promote();
        await h.until(async () => (await queue.getJob(nameOf(eventId)))?.attemptsMade === 2, 'the second try');
        await ended(eventId, 'delayed');
        t.equal((await queue.getJob(nameOf(eventId)))?.delay, 7_200_000, 'it waits twice as long');
        await (await queue.getJob(nameOf(eventId)))?.promote();
        await ended(eventId, 'failed');
        const figures = () => h.kernel.metrics.registry.metrics();
        const failedOnce = /storyrail_jobs_total\{effect="mail",outcome="failed"\} 1/;
        await h.until(async () => failedOnce.test(await figures()), 'the failure in the metrics');
        await h.until(async () => /storyrail_dead_letters 1/.test(await figures()), 'the dead letter in the metrics');
        away = false;
        await (await queue.getJob(nameOf(eventId)))?.retry('failed');
        await ended(eventId);
        await h.until(async () => /storyrail_dead_letters 0/.test(await figures()), 'it to be gone');
      },
      { ...fast, backoffMs: 3_600_000 },
    );
    t.same(seen, [other, eventId]);
    t.equal(await ledger(h, eventId), 1);
  });

  await t.test('an effect that is refused for good fails at once', async (t) => {
    const eventId = await ask(h, person.user_id);
    const handlers = doing(async () => {
      throw new NonRetryableError('the mail server answered 550 5.1.1');
    });
    await during(h, handlers, () => ended(eventId, 'failed'));
    t.match(await queue.getJob(nameOf(eventId)), {
      attemptsMade: 1,
      failedReason: 'the mail server answered 550 5.1.1',
    });
    t.equal(await ledger(h, eventId), 0);
  });

  await t.test('a started runner is woken by a commit and keeps trying until it succeeds', async (t) => {
    let runs = 0;
    const handlers = doing(async () => {
      runs += 1;
      if (runs < 3) throw new Error('not yet');
    });
    await during(
      h,
      handlers,
      async () => {
        const eventId = await ask(h, person.user_id);
        await ended(eventId);
      },
      { ...fast, pollMs: 60_000 },
    );
    t.equal(runs, 3);
  });

  await t.test('two processes share the work and do each effect once', async (t) => {
    const seen = [new Map<string, number>(), new Map<string, number>()];
    const parts = await Promise.all(
      seen.map((runs) =>
        startJobsWith(
          h.kernel,
          doing(async (_kernel, id) => void runs.set(id, (runs.get(id) ?? 0) + 1)),
          fast,
        ),
      ),
    );
    const asked: string[] = [];
    for (let n = 0; n < 60; n += 1) asked.push(await ask(h, person.user_id));
    await h.until(async () => {
      const { rows } = await h.kernel.db.pool.query(
        'select count(*)::int as done from effect_ledger where event_id = any($1)',
        [asked],
      );
      return rows[0].done === asked.length;
    }, 'all effects');
    for (const part of parts) {
      t.equal(part.healthy(), null);
      await part.stop();
    }
    for (const eventId of asked)
      t.equal((seen[0]!.get(eventId) ?? 0) + (seen[1]!.get(eventId) ?? 0), 1, 'once, by one of the two');
  });

  await t.test('work goes on after every connection to Postgres was lost', async (t) => {
    const part = await startJobsWith(h.kernel, effectHandlers, fast);
    t.teardown(() => part.stop());
    const before = await ask(h, person.user_id);
    await ended(before);
    await h.kernel.db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    const after = await ask(h, person.user_id);
    await h.until(async () => (await ledger(h, after)) === 1, 'the effect');
    await h.until(() => part.healthy() === null, 'it to be healthy');
    t.equal(await ledger(h, after), 1);
  });

  await t.test('a mail for somebody who is gone, or an invitation that is over, is not written', async (t) => {
    const before = (await files(h)).length;
    await effectHandlers.mail(h.kernel, uuidv7(), { template: 'reset_password', user_id: uuidv7() });
    await effectHandlers.mail(h.kernel, uuidv7(), { template: 'invitation', user_id: person.user_id });
    await effectHandlers.mail(h.kernel, uuidv7(), { template: 'verify_email', user_id: person.user_id });
    t.equal((await files(h)).length, before);
  });

  await t.test('what has passed is removed, what is needed stays', async (t) => {
    const { pool } = h.kernel.db;
    await pool.query(
      `insert into idempotency (user_id, key, route, body_hash, status, answer, created_at)
       select gen_random_uuid(), 'k' || n, 'r', 'h', 200, '{}'::jsonb, now() - interval '25 hours' from generate_series(1, 2500) n
       union all select gen_random_uuid(), 'young', 'r', 'h', 200, '{}'::jsonb, now()`,
    );
    await pool.query(
      `insert into rate_count (scope, key, window_start, count) values ('sign_in', 'old', now() - interval '2 hours', 1),
         ('sign_in', 'young', now(), 1), ('invitation_day', 'today', now() - interval '2 hours', 1)`,
    );
    await pool.query(
      `insert into sign_in_failure (user_id, network_key, window_start, count, request_id, ip, user_agent)
       values (gen_random_uuid(), 'unrecorded', now() - interval '2 hours', 1, 'r', '10.0.0.1', '')`,
    );
    await pool.query(
      `insert into session (id, user_id, refresh_hash, created_at, expires_at)
       values (gen_random_uuid(), $1, 'old', now() - interval '60 days', now() - interval '30 days')`,
      [person.user_id],
    );
    await pool.query(
      `insert into user_totp (user_id, verified, secret, created_at)
       select $1, verified, 's', now() - interval '11 minutes' from unnest(array[true, false]) verified`,
      [person.user_id],
    );
    t.ok((await deleteExpired(h.kernel, signal)) >= 2503);
    const { rows: apps } = await pool.query('select verified from user_totp where user_id = $1', [person.user_id]);
    t.same(apps, [{ verified: true }], 'an app that waited for its first code');
    t.same((await pool.query('select key from idempotency')).rows, [{ key: 'young' }]);
    t.same((await pool.query('select key from rate_count order by key')).rows, [{ key: 'today' }, { key: 'young' }]);
    t.same((await pool.query('select network_key from sign_in_failure')).rows, [{ network_key: 'unrecorded' }]);
    t.equal((await pool.query('select from session where user_id = $1', [person.user_id])).rowCount, 1);
    t.equal((await h.inject('GET', '/api/user', { as: person })).statusCode, 200);
  });
});
