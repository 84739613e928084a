import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import t from 'tap';
import { freshDatabase, testServer } from '#ops/testing/postgres.ts';
import { openDb } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';

t.test('statements that go to Postgres together', async (t) => {
  const server = await testServer();
  t.teardown(() => server.stop());
  const fresh = await freshDatabase(server.url);
  const db = openDb(fresh.ownerUrl, { max: 1, pipeline: true });
  t.teardown(async () => {
    await db.end();
    await fresh.drop();
  });
  await db.pool.query('create table thing (id int primary key, name text not null)');
  const add = (id: unknown, name: unknown) => ({
    name: 'add-thing',
    text: 'insert into thing (id, name) values ($1, $2)',
    values: [id, name],
  });
  const names = { name: 'names', text: 'select name from thing order by id', values: [] };
  const all = async () => (await db.pool.query('select name from thing order by id')).rows.map((row) => row.name);

  await t.test('each gets its own answer, rows included', async (t) => {
    await transaction(db, async ({ client }) => {
      const [first, rows, second] = await Promise.all([
        client.query(add(1, 'one')),
        client.query<{ name: string }>(names),
        client.query(add(2, 'two')),
      ]);
      t.equal(first.rowCount, 1);
      t.same(rows.rows, [{ name: 'one' }]);
      t.equal(second.command, 'INSERT');
    });
    t.same(await all(), ['one', 'two']);
  });

  await t.test('what is left for later commits with the transaction, or undoes it and says why', async (t) => {
    await transaction(db, async (trx) => trx.defer(add(3, 'three')));
    t.same(await all(), ['one', 'two', 'three']);
    const hooked: string[] = [];
    const failing = transaction(db, async (trx) => {
      trx.afterCommit(() => hooked.push('committed'));
      trx.defer(add(4, 'four'));
      trx.defer(add(1, 'again'));
      trx.defer(add(5, 'five'));
    });
    await t.rejects(failing, { code: '23505', constraint: 'thing_pkey' });
    t.same(hooked, []);
    t.same(await all(), ['one', 'two', 'three']);
  });

  await t.test('a statement that was skipped with its first parse is parsed when it is sent again', async (t) => {
    const count = { name: 'count-things', text: 'select count(*)::int as things from thing', values: [] };
    const failing = transaction(db, async ({ defer }) => {
      defer(add(1, 'again'));
      defer(count);
    });
    await t.rejects(failing, { code: '23505' });
    await transaction(db, async ({ client }) => t.same((await client.query(count)).rows, [{ things: 3 }]));
  });

  await t.test(
    'a value that cannot be sent fails its statement and those behind it, and the connection goes on',
    async (t) => {
      const circle: Record<string, unknown> = {};
      circle.self = circle;
      const failing = transaction(db, async (trx) => {
        trx.defer(add(6, 'six'));
        trx.defer(add(7, circle));
        trx.defer(add(8, 'eight'));
      });
      await t.rejects(failing, { message: /circular/i });
      t.same(await all(), ['one', 'two', 'three']);
    },
  );

  await t.test('one name for two statements is refused', async (t) => {
    const other = { name: 'add-thing', text: 'select 1', values: [] };
    await t.rejects(
      transaction(db, async ({ client }) => client.query(other)),
      { message: /another statement/ },
    );
  });

  await t.test('a failure that the work hides is no success', async (t) => {
    const hidden = transaction(db, async ({ client }) => {
      await client.query(add(1, 'again')).catch(() => {});
    });
    await t.rejects(hidden, { message: /rolled back/ });
  });

  await t.test('a statement without a name goes by itself, in its turn', async (t) => {
    await transaction(db, async ({ client }) => {
      const before = client.query(add(9, 'nine'));
      const plain = client.query("insert into thing values (10, 'ten')");
      const after = client.query(names);
      await Promise.all([before, plain]);
      t.equal((await after).rows.length, 5);
    });
  });

  await t.test('when the connection ends, all that waits fails', async (t) => {
    const lost = transaction(db, async ({ client }) => {
      const { rows } = await client.query('select pg_backend_pid() as pid');
      const killer = openDb(fresh.ownerUrl, { max: 1 });
      await killer.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
      await killer.pool.end();
      await Promise.all([client.query(add(11, 'eleven')), client.query(add(12, 'twelve'))]);
    });
    await t.rejects(lost);
    t.equal((await all()).includes('eleven'), false);
  });

  await t.test('on a connection that takes one at a time they go in turn, and the driver keeps no queue', async (t) => {
    const warnings: string[] = [];
    const hear = ({ message }: Error) => void warnings.push(message);
    process.on('warning', hear);
    t.teardown(() => process.off('warning', hear));
    const single = openDb(fresh.ownerUrl, { max: 1 });
    t.teardown(() => single.end());
    const failing = transaction(single, async ({ defer }) => {
      for (const id of [1, 21, 22]) defer(add(id, 'again'));
    });
    await t.rejects(failing, { code: '23505' }, 'the first failure is what is thrown');
    await transaction(single, async ({ client, defer }) => {
      for (const id of [23, 24, 25]) defer(add(id, `number ${id}`));
      const [before, after] = await Promise.all([client.query(names), client.query('select 1 as one')]);
      t.same(before.rows.slice(-3), [{ name: 'number 23' }, { name: 'number 24' }, { name: 'number 25' }]);
      t.same(after.rows, [{ one: 1 }]);
    });
    const client = await single.pool.connect();
    const copy = client.query(copyFrom('copy thing from stdin'));
    const closed = finished(copy);
    copy.end('26\tcopied\n');
    await closed;
    client.release();
    t.equal((await all()).at(-1), 'copied');
    t.same(warnings, []);
  });
});
