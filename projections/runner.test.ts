import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { StoryrailEvent } from '#contracts/events.ts';
import { together, transaction } from '#kernel/db/transaction.ts';
import { append } from '#kernel/event-store/append.ts';
import { logStart, readLog } from '#kernel/event-store/read.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene } from '#ops/testing/scene.ts';
import { verifyChain } from './audit/chain.ts';
import { auditProjection } from './audit/projection.ts';
import { catalogProjection } from './catalog/projection.ts';
import { deliveryProjection } from './delivery/projection.ts';
import { historyProjection } from './history/projection.ts';
import type { BulkLoader, Projection } from './projection.ts';
import { applyBatch, isPoison } from './runner/batch.ts';
import { copyField } from './runner/copy-field.ts';
import { rebuildProjection } from './runner/rebuild.ts';
import { redrive } from './runner/redrive.ts';
import { startProjection } from './runner/run.ts';
import { createStateReader } from './runner/stream-states.ts';
import { liveTables, readCheckpoint } from './runner/tables.ts';
import { schemaHash } from './schema-hash.ts';
import { StaleWriter } from './stale-writer.ts';

const tables = (extra = '') =>
  `create table seen (stream text, version int, title text${extra}, primary key (stream, version));`;

/** A projection that notes what it saw, and fails on titles that it is told to fail on. */
const probe = async (dir: string, name: string, poison: Set<string>): Promise<Projection> => {
  const file = join(dir, `${name}.sql`);
  await writeFile(file, tables());
  return {
    name,
    tables: pathToFileURL(file),
    async apply(trx, event, fold) {
      const { title } = { title: '', ...(fold.after() as { title?: string } | null) };
      if (poison.has(title)) throw new Error(`cannot take ${title}`);
      await trx.client.query('insert into seen (stream, version, title) values ($1, $2, $3)', [
        event.meta.stream,
        event.meta.version,
        title,
      ]);
    },
  };
};

const titleOf = (state: unknown): string => ({ title: '', ...(state as { title?: string } | null) }).title;

/** The same with a way to take all rows at once; `version` says what it writes as an event's version. */
const withBulk = (projection: Projection, poison: Set<string>, version: (real: number) => unknown): Projection => ({
  ...projection,
  bulk: (): BulkLoader => {
    let lines: string[] = [];
    return {
      add(event, fold) {
        const title = titleOf(fold.after());
        if (poison.has(title)) throw new Error(`cannot take ${title}`);
        lines.push([event.meta.stream, version(event.meta.version), title].map(copyField).join('\t'));
      },
      drain() {
        const drained = { table: 'seen', columns: ['stream', 'version', 'title'], lines };
        lines = [];
        return [drained];
      },
      end: () => [],
    };
  },
});

const seen = async (h: Harness, name: string, stream: string): Promise<number[]> => {
  const { rows } = await h.kernel.db.pool.query(`select version from ${name}.seen where stream = $1 order by version`, [
    stream,
  ]);
  return rows.map((row) => row.version);
};

const rename = (title: string): StoryrailEvent => ({ type: 'StoryGroupDetailsChanged', data: { title } });

t.test('rows that hold sentences are rebuilt when words change, others are not', async (t) => {
  const hashed = (name: string) => schemaHash({ name, tables: new URL('./history/tables.sql', import.meta.url) });
  const plain = await hashed('delivery');
  t.not(await hashed('audit'), plain);
  t.not(await hashed('history'), plain);
  t.equal(await hashed('catalog'), plain);
});

t.test('projections follow the log', async (t) => {
  const h = await startHarness(t, { parts: false });
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-probe-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const other = await seedScene(h, nora, { app: scene });
  const [stream, calm] = [`storyGroup-${scene.group_id}`, `storyGroup-${other.group_id}`];
  const present = (name: string, version: number, of = stream) =>
    h.until(
      async () => (await seen(h, name, of).catch((): number[] => [])).includes(version),
      `version ${version} in ${name}`,
    );

  await t.test('a slow transaction that commits after later ones is still projected, in log order', async (t) => {
    const projection = await probe(dir, 'slow', new Set());
    const part = await startProjection(projection)(h.kernel);
    t.teardown(() => part.stop());
    await present('slow', 3, calm);
    const client = await h.kernel.db.pool.connect();
    await client.query('begin');
    const late = `storyGroup-${uuidv7()}`;
    const origin = { account_id: nora.account_id, actor: { type: 'system', id: null }, on_behalf_of: null } as const;
    const trx = { client, query: h.kernel.db.query, defer: () => {}, together, afterCommit: () => {} };
    const rest = { correlation_id: uuidv7(), request_id: null, cause: null, client: null, now: h.kernel.now() };
    await append(trx, late, 0, [rename('Late')], { ...origin, ...rest });
    await appendAs(h, nora, calm, [rename('Earlier')]);
    await appendAs(h, nora, calm, [rename('Earlier still')]);
    const checkpoint = await readCheckpoint(h.kernel.db.pool, 'slow');
    t.same(await readLog(h.kernel.db.pool, checkpoint!, 10), [], 'what lies behind the slow one waits');
    await client.query('commit');
    client.release();
    await present('slow', 1, late);
    await present('slow', 5, calm);
  });

  await t.test('a poison event parks its stream only, and is redriven in order', async (t) => {
    const poison = new Set(['Poison']);
    const projection = await probe(dir, 'parking', poison);
    const part = await startProjection(projection)(h.kernel);
    t.teardown(() => part.stop());
    await appendAs(h, nora, stream, [rename('Poison'), rename('After')]);
    await appendAs(h, nora, calm, [rename('Untouched')]);
    await present('parking', 6, calm);
    await appendAs(h, nora, stream, [rename('Later')]);
    const parked = async () =>
      (
        await h.kernel.db.pool.query(`select version from parked_event where projection = 'parking' order by 1`)
      ).rows.map((row) => row.version);
    await h.until(async () => (await parked()).length === 3, 'three parked events');
    t.same(await seen(h, 'parking', stream), [1, 2, 3]);
    t.same(await parked(), [4, 5, 6]);
    t.match(await redrive(h.kernel, projection, stream), { applied: 0, left: 3, error: 'cannot take Poison' });
    poison.clear();
    t.same(await redrive(h.kernel, projection, stream), { applied: 3, left: 0, error: null });
    t.same(await seen(h, 'parking', stream), [1, 2, 3, 4, 5, 6]);
    await appendAs(h, nora, stream, [rename('And on')]);
    await present('parking', 7);
  });

  await t.test('what the audit has set aside comes to its place in the chain', async (t) => {
    const poison = new Set(['Poison']);
    const failing: Projection = {
      ...auditProjection,
      apply: async (trx, event, fold) => {
        if (poison.has(titleOf(fold.after()))) throw new Error('cannot take it');
        await auditProjection.apply(trx, event, fold);
      },
    };
    const { pool } = h.kernel.db;
    const parked = async (more = '') =>
      (await pool.query(`select from parked_event where projection = 'audit' and stream = $1 ${more}`, [stream]))
        .rowCount;
    const last = 'and version = (select max(version) from event where stream = $1)';
    const part = await startProjection(failing)(h.kernel);
    t.teardown(() => part.stop());
    await h.until(async () => (await parked(last)) === 1, 'the audit to set events aside');
    await h.until(async () => {
      const { rowCount } = await pool.query(
        `select from audit_row where stream = $1 and version = (select max(version) from event where stream = $1)`,
        [calm],
      );
      return rowCount === 1;
    }, 'later events of another stream');
    poison.clear();
    const aside = await parked();
    t.same(await redrive(h.kernel, failing, stream), { applied: aside, left: 0, error: null });
    t.equal(await verifyChain(pool, nora.account_id), null);
    t.ok((await rebuildProjection(h.kernel, auditProjection)).equal, 'in log order');
    t.same(await redrive(h.kernel, failing, stream), { applied: 0, left: 0, error: null });
  });

  await t.test('an outage is no fault of an event', async (t) => {
    for (const code of ['57P01', '40P01', '53300', '08006', '55P03'])
      t.notOk(isPoison(Object.assign(new Error('x'), { code })), code);
    for (const code of ['22P02', '23505', '42804']) t.ok(isPoison(Object.assign(new Error('x'), { code })), code);
  });

  await t.test('of two runners one works; the other takes over; a stale one cannot commit', async (t) => {
    const projection = await probe(dir, 'pair', new Set());
    const first = await startProjection(projection)(h.kernel);
    await present('pair', 7);
    const second = await startProjection(projection)(h.kernel);
    t.teardown(() => second.stop());
    const stale = (await readCheckpoint(h.kernel.db.pool, 'pair'))!;
    await first.stop();
    await appendAs(h, nora, stream, [rename('Taken over')]);
    await present('pair', 8);
    const rows = await readLog(h.kernel.db.pool, stale, 10);
    const tables = liveTables(projection, await schemaHash(projection));
    const into = { db: h.kernel.db, tables, stateChangeAt: createStateReader(), budgetMs: 100, onDeadLetter: () => {} };
    const refused = await applyBatch(into, stale, rows).catch((error) => error);
    t.ok(refused instanceof StaleWriter);
    t.same((await seen(h, 'pair', stream)).length, 8, 'applied once');
  });

  await t.test('tables of a new shape are rebuilt before anything is added to them', async (t) => {
    const projection = await probe(dir, 'shaped', new Set());
    const before = await startProjection(projection)(h.kernel);
    await present('shaped', 8);
    await before.stop();
    await writeFile(projection.tables, tables(', extra int'));
    const after = await startProjection(projection)(h.kernel);
    t.teardown(() => after.stop());
    await h.until(async () => {
      const { rowCount } = await h.kernel.db.pool.query(
        `select from information_schema.columns where table_schema = 'shaped' and column_name = 'extra'`,
      );
      return rowCount === 1;
    }, 'the new column');
    t.equal((await seen(h, 'shaped', stream)).length, 8);
  });

  await t.test('a rebuild whose connection breaks while it compares fails, and can be run again', async (t) => {
    const projection = await probe(dir, 'broken', new Set());
    const part = await startProjection(projection)(h.kernel);
    await present('broken', 8);
    await part.stop();
    const holder = await h.kernel.db.pool.connect();
    await holder.query('begin; lock table broken.seen in access exclusive mode');
    const failed = t.rejects(rebuildProjection(h.kernel, projection), /terminat/i);
    await h.until(async () => {
      const { rowCount } = await holder.query(
        `select pg_terminate_backend(pid) from pg_locks where relation = 'broken.seen'::regclass and not granted`,
      );
      return rowCount === 1;
    }, 'the rebuild to compare');
    await failed;
    await holder.query('rollback');
    holder.release();
    t.ok((await rebuildProjection(h.kernel, projection)).equal);
  });

  await t.test('a fold is the same whether it is remembered or read again', async (t) => {
    const rows = (await readLog(h.kernel.db.pool, logStart, 500)).filter((row) => row.stream === stream);
    await transaction(h.kernel.db, async (trx) => {
      const { toEvent } = await import('#kernel/event-store/row.ts');
      const remembering = createStateReader();
      for (const row of rows) {
        const event = toEvent(row);
        const [one, other] = [await remembering(trx.client, event), await createStateReader()(trx.client, event)];
        t.same(one.before(), other.before());
        t.same(one.after(), other.after());
      }
    });
  });
});

t.test('a rebuild gives the same tables', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  for (let n = 0; n < 5; n += 1) await seedScene(h, nora, { app: scene, title: `Group ${n}` });
  await appendAs(h, nora, `app-${scene.app_id}`, [
    { type: 'InstanceAdded', data: { instance_id: uuidv7(), title: 'Beta', token: uuidv7() } },
  ]);
  await appendAs(h, nora, `instanceOrder-${scene.instance_id}`, [
    { type: 'StoryGroupPinned', data: { instance_id: scene.instance_id, id: scene.group_id } },
  ]);
  await appendAs(h, nora, `account-${nora.account_id}`, [
    { type: 'TestDevicesChanged', data: { test_devices: [{ id: 'Pixel', name: 'Pixel', platform: 'android' }] } },
  ]);
  await h.caughtUp();
  const projections = [auditProjection, historyProjection, deliveryProjection, catalogProjection(h.kernel)];

  for (const projection of projections)
    await t.test(`${projection.name}, at rest and while appends go on`, async (t) => {
      const resting = await rebuildProjection(h.kernel, projection);
      t.ok(resting.rows > 0);
      t.same(resting.after, resting.before);
      t.ok(resting.equal);
      let going = true;
      let appended = 0;
      const writer = (async () => {
        while (going) {
          await appendAs(h, nora, `storyGroup-${scene.group_id}`, [rename(`Busy ${appended}`)]);
          appended += 1;
          if (appended % 5 === 0) await seedScene(h, nora, { app: scene, title: `More ${appended}` });
        }
      })();
      await h.until(() => appended > 3, 'appends');
      const busy = await rebuildProjection(h.kernel, projection);
      t.same(busy.after, busy.before);
      going = false;
      await writer;
      await h.caughtUp();
      t.ok((await rebuildProjection(h.kernel, projection)).equal, 'and nothing was lost at the switch');
    });

  const { rows } = await h.kernel.db.pool.query('select count(*)::int as parked from parked_event');
  t.equal(rows[0].parked, 0);
});

t.test('a rebuild that takes all rows at once', async (t) => {
  const h = await startHarness(t, { parts: false });
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-probe-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const other = await seedScene(h, nora, { app: scene });
  const [stream, calm] = [`storyGroup-${scene.group_id}`, `storyGroup-${other.group_id}`];
  await appendAs(h, nora, stream, [rename('a\tb'), rename('c\\d\r\ne'), rename('\\N')]);
  await appendAs(h, nora, calm, [rename('poison'), rename('after it')]);
  const poison = new Set(['poison']);
  const single = await probe(dir, 'whole', poison);
  const part = await startProjection(single)(h.kernel);
  await h.until(async () => (await seen(h, 'whole', stream).catch((): number[] => [])).includes(6), 'all to be seen');
  const parked = async () => {
    const { rows } = await h.kernel.db.pool.query(
      `select projection, stream, version, error from parked_event order by version`,
    );
    return rows;
  };
  await h.until(async () => (await parked()).length === 2, 'two events to be set aside');
  await part.stop();
  const before = await parked();
  const indexes = async () => {
    const { rows } = await h.kernel.db.pool.query(
      `select indexdef, (select string_agg(conname || ' ' || contype::text, ',') from pg_constraint
                          where conrelid = 'whole.seen'::regclass and contype in ('p', 'u')) as constraints
         from pg_indexes where schemaname = 'whole' order by indexname`,
    );
    return rows;
  };
  const made = await indexes();

  for (const [what, version] of [
    ['gives the same rows, indexes and events that were set aside', (real: number) => real],
    ['goes event by event when the tables do not take them', () => 'no number'],
  ] as const)
    await t.test(what, async (t) => {
      const { equal, rows } = await rebuildProjection(h.kernel, withBulk(single, poison, version));
      t.ok(equal);
      t.ok(rows >= 6);
      t.same(await parked(), before);
      t.same(await indexes(), made);
      t.equal(made.length, 1);
    });
});
