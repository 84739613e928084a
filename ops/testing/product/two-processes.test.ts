import { hash } from '@node-rs/argon2';
import t, { type Test } from 'tap';
import { makeLink } from '#kernel/sessions/links.ts';
import { keepTestCard } from '#services/billing/local/keep-card.ts';
import { testCards } from '#services/billing/local/test-cards.ts';
import { limitsOff, type Person, startHarness, until } from '../harness.ts';
import { freePort, isReady, startProcess } from '../running.ts';
import { startStopwatch } from '../stopwatch.ts';

const password = 'correct horse';

/** Makes a call at one of the processes; answers its status. */
const at = async (port: number, as: Person | null, method: string, path: string, body?: object): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  await answer.arrayBuffer();
  return answer.status;
};

t.test('what ends or is bought at one process is known to another within a second', { timeout: 60_000 }, async (t) => {
  const h = await startHarness(t, { parts: false });
  const ports = [await freePort(), await freePort()] as const;
  const runs = ports.map((port) =>
    startProcess(
      {
        ...limitsOff,
        DATA_DIR: h.config.DATA_DIR,
        DATABASE_URL: h.databaseUrl,
        PORT: String(port),
        // Nobody is there: nothing about access depends on it.
        NATS_URL: 'nats://127.0.0.1:9',
      },
      '--only',
      'api',
    ),
  );
  t.teardown(async () => {
    for (const { child } of runs) child.kill('SIGKILL');
    await Promise.all(runs.map(({ ended }) => ended));
  });
  await until(async () => (await Promise.all(ports.map(isReady))).every(Boolean), 'both processes', 30_000);
  const [here, there] = ports;
  const password_hash = await hash(password);
  const join = async (given: Parameters<typeof h.person>[0] = {}): Promise<Person> => {
    const person = await h.person(given);
    await h.kernel.db.query.insertInto('user_secret').values({ user_id: person.user_id, password_hash }).execute();
    return person;
  };
  const me = (as: Person) => at(there, as, 'GET', '/user');

  /** The other process serves, the act is done here, and from its answer on the other has a second to refuse. */
  const refusesAfter = async (
    t: Test,
    act: () => Promise<number>,
    ask: () => Promise<number>,
    status = 401,
  ): Promise<void> => {
    for (let times = 0; times < 3; times += 1) t.equal(await ask(), 200, 'it serves, and remembers');
    t.ok([200, 201].includes(await act()), 'done');
    let asked = 0;
    let last = 0;
    do {
      const taken = startStopwatch();
      last = await ask();
      const took = taken();
      if (last !== status) asked += took;
    } while (last !== status && asked < 1000);
    t.equal(last, status);
    t.ok(asked < 1000, `after ${Math.round(asked)} ms`);
    for (let times = 0; times < 3; times += 1) t.equal(await ask(), status, 'and goes on refusing');
  };

  await t.test('a log-out', async (t) => {
    const nora = await join();
    await refusesAfter(
      t,
      () => at(here, nora, 'POST', '/logout', {}),
      () => me(nora),
    );
  });

  await t.test('a changed password ends the other sessions', async (t) => {
    const nora = await join();
    const other = await h.signIn(nora.user_id, nora.account_id, nora.email);
    const body = { current: password, password: 'quite another phrase', confirm: 'quite another phrase' };
    await refusesAfter(
      t,
      () => at(here, other, 'POST', '/user/change_password', body),
      () => me(nora),
    );
    t.equal(await me(other), 200, 'this one stays');
  });

  await t.test('a changed role', async (t) => {
    const nora = await join();
    const ivo = await join({ account_id: nora.account_id });
    const rename = () => at(there, ivo, 'PATCH', '/account', { name: 'Marlow AB' });
    const app = { store_id: 'com.marlow.shop', store_type: 'ios', is_live: false, title: 'Marlow' };
    const made = await h.call(nora, 'POST', '/app', app);
    const body = { email: ivo.email, permissions: { story_creator: [made.id] } };
    await refusesAfter(t, () => at(here, nora, 'PUT', '/account/update-user-permission', body), rename, 403);
    t.equal(await me(ivo), 200);
  });

  await t.test('who leaves for another team', async (t) => {
    const [nora, ivo] = [await join(), await join()];
    const invitation = { emails: [ivo.email], role: 'account_owner' };
    t.equal(await at(here, nora, 'POST', '/account/invite-user', invitation), 200);
    const { rows } = await h.kernel.db.pool.query(
      `select id as user_id, email_ref from member where account_id = $1 and phase = 'invited'`,
      [nora.account_id],
    );
    const token = await makeLink(h.kernel.db, { ...rows[0], purpose: 'invitation' }, Date.now());
    await refusesAfter(
      t,
      () => at(here, null, 'POST', '/join-team', { token }),
      () => me(ivo),
    );
  });

  await t.test('who is deleted, and who leaves for good', async (t) => {
    const nora = await join();
    const [ivo, lena] = [await join({ account_id: nora.account_id }), await join({ account_id: nora.account_id })];
    await refusesAfter(
      t,
      () => at(here, nora, 'DELETE', '/account/delete-user', { email: ivo.email }),
      () => me(ivo),
    );
    await refusesAfter(
      t,
      () => at(here, lena, 'POST', '/user/leave', {}),
      () => me(lena),
    );
    t.equal(await at(there, null, 'POST', '/login', { email: ivo.email, password }), 401, 'nor signs in again');
  });

  await t.test('who is signed out or disabled by staff', async (t) => {
    const ines = await h.person({ staff: true });
    const nora = await join();
    for (const act of ['end_sessions', 'disable']) {
      const as = await h.signIn(nora.user_id, nora.account_id, nora.email);
      const body = { user_id: nora.user_id, reason: 'Lost laptop' };
      await refusesAfter(
        t,
        () => at(here, ines, 'POST', `/admin/user/${act}`, body),
        () => me(as),
      );
    }
  });

  await t.test('what an account buys is let through, to everybody of it', async (t) => {
    let longest = 0;
    for (let buyer = 0; buyer < 3; buyer += 1) {
      const nora = await join();
      const ivo = await join({ account_id: nora.account_id });
      await h.kernel.db.pool.query('update account set trial_ends = 1 where id = $1', [nora.account_id]);
      const { id } = await h.call(nora, 'POST', '/payment/method', {});
      await keepTestCard(h.kernel, id, testCards[0]);
      await h.call(nora, 'POST', '/payment/method/attach', { id });
      let asks = 0;
      const invite = (as: Person) => {
        asks += 1;
        const body = { emails: [`${as.user_id.slice(-12)}-${asks}@marlow.test`], role: 'account_owner' };
        return at(there, as, 'POST', '/account/invite-user', body);
      };
      for (const one of [nora, ivo, nora, ivo]) t.equal(await invite(one), 403, 'Starter has no team');
      t.equal(await at(here, nora, 'POST', '/payment/subscribe', { plan_id: 'growth' }), 200);
      let waited = 0;
      for (const one of [ivo, nora]) {
        let status = 0;
        do {
          const taken = startStopwatch();
          status = await invite(one);
          waited += taken();
        } while (status !== 200 && waited < 1000);
      }
      longest = Math.max(longest, waited);
    }
    t.ok(longest < 1000, `after ${Math.round(longest)} ms`);
  });
});
