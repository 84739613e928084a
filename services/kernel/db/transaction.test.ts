import { type AddressInfo, createServer, type Socket } from 'node:net';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { freshDatabase, testServer } from '#ops/testing/postgres.ts';
import { readPersonal } from './personal.ts';
import { type Db, isOutage, openDb } from './pool.ts';
import { beginStatement, type Trx, transaction } from './transaction.ts';

const add = (id: unknown, name = 'add-thing') => ({
  name,
  text: `insert into thing (id) values ($1) /* ${name} */`,
  values: [id],
});
const backend = { name: 'backend', text: 'select pg_backend_pid() as pid', values: [] };

const sharing = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  transaction(db, work, [beginStatement], true);

t.test('transactions that ask for everything at once', async (t) => {
  const server = await testServer();
  t.teardown(() => server.stop());
  const fresh = await freshDatabase(server.url);
  const opened: Db[] = [];
  const open = (max: number, sharedConnections: number) => {
    const db = openDb(fresh.ownerUrl, { max, sharedConnections, pipeline: true, waitMs: 300 });
    opened.push(db);
    return db;
  };
  t.teardown(async () => {
    for (const db of opened) await db.end();
    await fresh.drop();
  });
  const db = open(2, 1);
  await db.pool.query(
    `create table thing (id int primary key, twin int references thing (id) deferrable initially deferred)`,
  );
  const storeAs = (ref: string) =>
    db.pool.query('insert into personal_value (ref, user_id, field, value) values ($1, $1, $2, $3)', [
      ref,
      'firstname',
      'Nora',
    ]);
  const all = async () => (await db.pool.query('select id from thing order by id')).rows.map((row) => row.id);
  /** Adds one thing, and says on which connection. */
  const addOne = async (on: Db, id: unknown, name?: string): Promise<number> => {
    let pid: Promise<{ rows: { pid: number }[] }> | null = null;
    await sharing(on, async ({ client, defer }) => {
      defer(add(id, name));
      pid = client.query(backend);
      pid.catch(() => {});
    });
    return (await pid!).rows[0]!.pid;
  };

  await t.test('share a connection, each its own transaction', async (t) => {
    const pids = await Promise.all([addOne(db, 1), addOne(db, 2), addOne(db, 3)]);
    t.equal(new Set(pids).size, 1);
    const { rows } = await db.pool.query('select distinct xmin::text from thing');
    t.equal(rows.length, 3);
    t.same(await all(), [1, 2, 3]);
  });

  await t.test('of several failures the one that caused the others is thrown, awaited or not', async (t) => {
    const fails = { name: 'fails', text: 'select pg_sleep(0.1), 1 / $1::int', values: [0] };
    for (const run of [sharing, (on: Db, work: (trx: Trx) => Promise<void>) => transaction(on, work)])
      for (const first of ['awaited', 'deferred'] as const)
        await t.rejects(
          run(db, async ({ client, defer, together }) => {
            const asked = first === 'awaited' ? client.query(fails) : null;
            asked?.catch(() => {});
            if (!asked) defer(fails);
            // Sent while the first one runs: it is told only that the transaction was aborted.
            await new Promise((done) => setImmediate(done));
            defer(add(50));
            await together([...(asked ? [asked] : []), client.query(backend)]);
          }),
          { code: '22012' },
          first,
        );
  });

  await t.test('one that fails undoes itself alone, and those behind it on the connection go on', async (t) => {
    const settled = await Promise.allSettled([
      addOne(db, 4),
      sharing(db, async ({ defer }) => {
        defer(add(5));
        defer(add(1));
        defer(add(6));
      }),
      addOne(db, 7),
    ]);
    t.same(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    t.match((settled[1] as PromiseRejectedResult).reason, { code: '23505', constraint: 'thing_pkey' });
    t.same(await all(), [1, 2, 3, 4, 7]);
  });

  await t.test('a statement first met in a failing flight is known to those behind it', async (t) => {
    const settled = await Promise.allSettled([
      sharing(db, async ({ defer }) => {
        defer(add(1));
        defer(add(8, 'other'));
      }),
      addOne(db, 9, 'other'),
    ]);
    t.same(
      settled.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
    t.same(await all(), [1, 2, 3, 4, 7, 9]);
  });

  await t.test('a failure at COMMIT is the transaction’s, and its hooks do not run', async (t) => {
    let hooked = false;
    const failing = sharing(db, async ({ defer, afterCommit }) => {
      afterCommit(() => {
        hooked = true;
      });
      defer({ name: 'twin', text: 'insert into thing (id, twin) values ($1, $2)', values: [10, 999] });
    });
    await t.rejects(failing, { code: '23503' });
    t.equal(hooked, false);
    t.same(await all(), [1, 2, 3, 4, 7, 9]);
  });

  await t.test('whoever waits for an answer gets a connection of its own, and is undone on it', async (t) => {
    const shared = await addOne(db, 11);
    const own = await sharing(db, async ({ client }) => {
      const first = await client.query<{ pid: number }>(backend);
      await client.query(add(12));
      return first.rows[0]!.pid;
    });
    t.not(own, shared);
    const unnamed = sharing(db, async ({ client, defer }) => {
      client.query('insert into thing (id) values (13)').catch(() => {});
      defer(add(12));
    });
    await t.rejects(unnamed, { code: '23505' });
    t.same((await all()).slice(-2), [11, 12]);
  });

  await t.test('work that fails before anything was sent sends nothing, and work that asks nothing ends', async (t) => {
    const refused = sharing(db, async ({ client }) => {
      client.query(add(14)).catch(() => {});
      throw new Error('refused');
    });
    await t.rejects(refused, { message: 'refused' });
    t.equal(await sharing(db, async () => 'done'), 'done');
    t.notOk((await all()).includes(14));
  });

  await t.test('a statement that cannot be sent takes the whole transaction with it', async (t) => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const failing = sharing(db, async ({ defer }) => {
      defer(add(15));
      defer(add(circle));
    });
    await t.rejects(failing, { message: /circular/i });
    const misnamed = sharing(db, async ({ defer }) => {
      defer(add(16));
      defer({ ...add(17), text: 'insert into thing (id) values ($1 + 1)' });
    });
    await t.rejects(misnamed, { message: /stands for another statement/ });
    t.notOk((await all()).some((id) => id >= 15));
  });

  await t.test('where nobody answers, transactions fail, and so does whatever they ask afterwards', async (t) => {
    const away = openDb('postgres://x@127.0.0.1:1/x', { max: 1, sharedConnections: 1, pipeline: true, waitMs: 300 });
    const unanswered = sharing(away, async ({ defer }) => defer(add(1)));
    await t.rejects(unanswered, { code: 'ECONNREFUSED' });
    const asked: string[] = [];
    const patient = sharing(away, async ({ client }) => {
      await client.query(backend).catch(() => asked.push('first'));
      await client.query(backend).catch(() => asked.push('second'));
    });
    await t.rejects(patient, { code: 'ECONNREFUSED' });
    t.same(asked, ['first', 'second']);
    await away.end();
  });

  await t.test('a lane whose server process dies fails its flights as an outage, and is replaced', async (t) => {
    const before = await addOne(db, 20);
    const sleeping = sharing(db, async ({ defer }) =>
      defer({ name: 'sleep', text: 'select pg_sleep(60)', values: [] }),
    ).catch((error) => error);
    const behind = addOne(db, 21).catch((error) => error);
    const asleep = `select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(60)%' and pid = $1`;
    while ((await db.pool.query(asleep, [before])).rows[0].n === 0) await new Promise((done) => setImmediate(done));
    await db.pool.query('select pg_terminate_backend($1)', [before]);
    t.ok(isOutage(await sleeping));
    t.ok(isOutage(await behind));
    t.not(await addOne(db, 22), before);
    t.notOk((await all()).includes(21));
  });

  await t.test(
    'a server that takes the call and says nothing is an outage, on a lane as on a connection',
    async (t) => {
      const silent = createServer((socket) => socket.on('error', () => {}));
      const sockets = new Set<Socket>();
      silent.on('connection', (socket) => sockets.add(socket));
      await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
      const { port } = silent.address() as AddressInfo;
      const deaf = openDb(`postgres://nobody@127.0.0.1:${port}/none`, {
        max: 1,
        sharedConnections: 1,
        pipeline: true,
        waitMs: 100,
      });
      const errors = await Promise.all(
        [addOne(deaf, 1), deaf.pool.query('select 1')].map((one) => one.catch((error) => error)),
      );
      for (const error of errors) t.ok(isOutage(error), error.message);
      for (const socket of sockets) socket.destroy();
      silent.close();
      await deaf.end().catch(() => {});
    },
  );

  await t.test('personal values are found by any number of references', async (t) => {
    const refs = Array.from({ length: 70_000 }, () => uuidv7());
    await storeAs(refs[69_999]!);
    const nameOf = await readPersonal(db, refs);
    t.same([nameOf(refs[69_999]!), nameOf(refs[0]!), nameOf(null)], ['Nora', 'erased', '']);
  });

  await t.test(
    'when the lanes are full there are the other connections, and when these are taken a refusal',
    async (t) => {
      const busy = open(1, 1);
      const shared = await addOne(busy, 30);
      const held = await db.pool.connect();
      await held.query('begin; lock table thing in share mode');
      const waiting = Array.from({ length: 5 }, (_, index) => addOne(busy, 31 + index).catch((error) => error));
      const own = addOne(busy, 40);
      const refused = addOne(busy, 41);
      await t.rejects(refused, { message: /timeout exceeded/ });
      t.equal((await waiting[0]!).code, '55P03', 'nobody waits long for a lock where others wait behind');
      await held.query('commit');
      held.release();
      for (const pid of await Promise.all(waiting)) t.ok(pid === shared || pid.code === '55P03');
      t.not(await own, shared);
      t.ok((await all()).includes(40));
    },
  );
});
