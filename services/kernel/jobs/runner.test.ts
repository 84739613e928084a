import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { runCommand, systemContext } from '#kernel/command.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { cleanUp } from './cleanup.ts';
import { askFor } from './outbox.ts';
import { effectHandlers, type Handlers, startJobsWith, workOff } from './runner.ts';

const { signal } = new AbortController();
const fast = { firstWaitMs: 1, tries: 3, pollMs: 5 };

const ask = async (h: Harness, userId: string): Promise<string> => {
  const eventId = uuidv7();
  const context = systemContext(h.kernel.now());
  await runCommand(h.kernel, context, async (trx) => {
    await askFor(trx, eventId, 'mail', { template: 'reset_password', user_id: userId });
    return { status: 200, data: null };
  });
  return eventId;
};

const job = async (h: Harness, eventId: string) =>
  (await h.kernel.db.pool.query('select * from job_outbox where event_id = $1', [eventId])).rows[0];
const ledger = async (h: Harness, eventId: string) =>
  (await h.kernel.db.pool.query('select * from effect_ledger where event_id = $1', [eventId])).rowCount;
const files = async (h: Harness) => (await readdir(join(h.config.DATA_DIR, 'outbox')).catch(() => [])).sort();
const failing = (mail: Handlers['mail']): Handlers => ({ ...effectHandlers, mail });

t.test('jobs', async (t) => {
  const h = await startHarness(t, { parts: false });
  const person = await h.person();

  await t.test('an effect is done after its event, once', async (t) => {
    const eventId = await ask(h, person.user_id);
    await workOff(h.kernel, effectHandlers, signal);
    t.ok((await job(h, eventId)).done_at);
    t.equal(await ledger(h, eventId), 1);
    t.same(await files(h), [`${eventId}-mail.json`]);
    let runs = 0;
    await workOff(
      h.kernel,
      failing(async () => {
        runs += 1;
      }),
      signal,
    );
    t.equal(runs, 0);
  });

  await t.test('an effect that stands in the ledger is not done again', async (t) => {
    const eventId = await ask(h, person.user_id);
    await h.kernel.db.pool.query(`insert into effect_ledger (event_id, effect) values ($1, 'mail')`, [eventId]);
    await workOff(
      h.kernel,
      failing(async () => void t.fail('done again')),
      signal,
    );
    t.ok((await job(h, eventId)).done_at);
  });

  await t.test('a runner that dies between sending and the ledger sends again under the same name', async (t) => {
    const eventId = await ask(h, person.user_id);
    const before = (await files(h)).length;
    const { pool } = h.kernel.db;
    const dying = failing(async (kernel, id, payload) => {
      await effectHandlers.mail(kernel, id, payload);
      // From here on nothing can be recorded, as for a process that is gone.
      await pool.query('alter table effect_ledger rename to effect_ledger_away');
    });
    await t.rejects(workOff(h.kernel, dying, signal));
    await pool.query('alter table effect_ledger_away rename to effect_ledger');
    t.equal((await files(h)).length, before + 1);
    t.match(await job(h, eventId), { done_at: null, attempts: 0 });
    await workOff(h.kernel, effectHandlers, signal);
    t.equal((await files(h)).length, before + 1);
    t.ok((await files(h)).includes(`${eventId}-mail.json`));
    t.equal(await ledger(h, eventId), 1);
  });

  await t.test('a failing effect waits longer each time and ends as failed, without holding others back', async (t) => {
    const eventId = await ask(h, person.user_id);
    const other = await ask(h, uuidv7());
    const handlers = failing(async (_kernel, id) => {
      if (id === eventId) throw new Error('the sender is away');
    });
    await workOff(h.kernel, handlers, signal, { ...fast, firstWaitMs: 3_600_000 });
    const first = await job(h, eventId);
    t.match(first, { attempts: 1, done_at: null, failed_at: null, last_error: 'Error: the sender is away' });
    t.ok(first.not_before.getTime() > Date.now() + 3_000_000, 'it waits');
    t.ok((await job(h, other)).done_at);
    await h.kernel.db.pool.query('update job_outbox set not_before = now() where event_id = $1', [eventId]);
    await workOff(h.kernel, handlers, signal, { ...fast, firstWaitMs: 3_600_000 });
    const second = await job(h, eventId);
    t.ok(second.not_before.getTime() > Date.now() + 7_000_000, 'it waits twice as long');
    await h.kernel.db.pool.query('update job_outbox set not_before = now() where event_id = $1', [eventId]);
    await workOff(h.kernel, handlers, signal, fast);
    t.match(await job(h, eventId), { attempts: 3, done_at: null, failed_at: Date });
    t.match(await h.kernel.metrics.registry.metrics(), /storyrail_jobs_total\{effect="mail",outcome="failed"\} 1/);
  });

  await t.test('a started runner is woken by a commit and keeps trying until it succeeds', async (t) => {
    let runs = 0;
    const handlers = failing(async () => {
      runs += 1;
      if (runs < 3) throw new Error('not yet');
    });
    const two = [startJobsWith(h.kernel, handlers, fast), startJobsWith(h.kernel, handlers, fast)];
    const eventId = await ask(h, person.user_id);
    await h.until(async () => (await job(h, eventId)).done_at !== null, 'the job');
    t.equal(runs, 3, 'one of two runners works');
    for (const part of two) {
      t.equal(part.healthy(), null);
      await part.stop();
    }
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
         ('sign_in', 'young', now(), 1), ('sign_in_failed', 'unrecorded', now() - interval '2 hours', 1)`,
    );
    await pool.query(
      `insert into session (id, user_id, refresh_hash, created_at, expires_at)
       values (gen_random_uuid(), $1, 'old', now() - interval '60 days', now() - interval '30 days')`,
      [person.user_id],
    );
    t.ok((await cleanUp(h.kernel, signal)) >= 2502);
    t.same((await pool.query('select key from idempotency')).rows, [{ key: 'young' }]);
    t.same((await pool.query('select key from rate_count order by key')).rows, [
      { key: 'unrecorded' },
      { key: 'young' },
    ]);
    t.equal((await pool.query('select from session where user_id = $1', [person.user_id])).rowCount, 1);
    t.equal((await h.inject('GET', '/api/user', { as: person })).statusCode, 200);
  });
});
