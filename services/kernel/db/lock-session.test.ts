import pg from 'pg';
import t from 'tap';
import { freshDatabase, testServer } from '#ops/testing/postgres.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { openLockSession } from './lock-session.ts';

/** Work that lasts until it is ended or its signal is aborted, and whether it has begun. */
const lasting = () => {
  const state = { begun: false, aborted: false, end: () => {} };
  const work = (signal: AbortSignal) => {
    state.begun = true;
    return new Promise<void>((done) => {
      state.end = done;
      signal.addEventListener('abort', () => {
        state.aborted = true;
        done();
      });
    });
  };
  return { state, work };
};
const nothing = async () => {};

t.test('a lock has one holder at a time, in one process as in two', async (t) => {
  const server = await testServer();
  t.teardown(server.stop);
  const database = await freshDatabase(server.url);
  t.teardown(database.drop);
  const [one, other] = [openLockSession(database.url), openLockSession(database.url)];
  t.teardown(() => Promise.all([one.close(), other.close()]));

  const connections = async (): Promise<number[]> => {
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and query like '%advisory%'
          and pid <> pg_backend_pid()`,
    );
    await client.end();
    return rows.map(({ pid }) => pid);
  };

  await t.test('and is free when its work has ended, also in an error', async (t) => {
    const { state, work } = lasting();
    const held = one.hold('a', work);
    await until(() => state.begun, 'the work');
    t.equal(await one.hold('a', nothing), false, 'not again by the same connection');
    t.equal(await other.hold('a', nothing), false, 'not by another');
    t.equal(await one.hold('b', nothing), true, 'another lock is free');
    t.equal(await other.hold('b', nothing), true, 'and free again');
    state.end();
    t.equal(await held, true);
    t.equal(await other.hold('a', nothing), true);
    const failing = one.hold('a', async () => {
      throw new Error('broken');
    });
    await t.rejects(failing, { message: 'broken' });
    t.equal(await other.hold('a', nothing), true);
  });

  await t.test('many of them take one connection', async (t) => {
    const works = Array.from({ length: 20 }, lasting);
    const held = works.map(({ work }, at) => one.hold(`many ${at}`, work));
    await until(() => works.every(({ state }) => state.begun), 'the works');
    t.equal((await connections()).length, 2, 'one of either session');
    for (const { state } of works) state.end();
    t.same(await Promise.all(held), Array(20).fill(true));
  });

  await t.test('who is stopped gives it back, the others keep theirs', async (t) => {
    const stop = new AbortController();
    const [stopped, kept] = [lasting(), lasting()];
    const both = [one.hold('a', stopped.work, stop.signal), one.hold('b', kept.work)];
    await until(() => stopped.state.begun && kept.state.begun, 'the works');
    stop.abort();
    t.equal(await both[0], true);
    t.equal(await other.hold('a', nothing), true);
    t.equal(await other.hold('b', nothing), false);
    t.equal(kept.state.aborted, false);
    kept.state.end();
    await both[1];
  });

  await t.test('with the connection all are lost, and can be taken anew', async (t) => {
    const works = [lasting(), lasting()];
    const held = works.map(({ work }, at) => one.hold(`${at}`, work));
    await until(() => works.every(({ state }) => state.begun), 'the works');
    await other.close();
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    for (const pid of await connections()) await client.query('select pg_terminate_backend($1)', [pid]);
    await client.end();
    await Promise.all(held);
    t.ok(works.every(({ state }) => state.aborted));
    t.equal(await one.hold('0', nothing), true);
    t.equal(await one.hold('1', nothing), true);
  });
});

t.test(
  'where asking failed the connection ends, since it may hold what was asked for; the next begins another',
  async (t) => {
    const server = await testServer();
    t.teardown(server.stop);
    const database = await freshDatabase(server.url);
    t.teardown(database.drop);
    const locks = openLockSession(database.url);
    t.teardown(() => locks.close());
    const { state, work } = lasting();
    const held = locks.hold('a', work);
    await until(() => state.begun, 'the work');
    await t.rejects(locks.hold(2 ** 70, nothing), { code: '22P02' });
    await held;
    t.ok(state.aborted, 'whoever held another lock is told');
    t.equal(await locks.hold('a', nothing), true);
  },
);

t.test('where nobody answers, asking fails each time', async (t) => {
  const locks = openLockSession('postgres://nobody:nothing@127.0.0.1:9/none');
  await t.rejects(locks.hold('a', nothing), { code: 'ECONNREFUSED' });
  await t.rejects(locks.hold('a', nothing), { code: 'ECONNREFUSED' });
  await locks.close();
});
