import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import t from 'tap';
import { syncPublicPrivileges } from '#kernel/db/grants.ts';
import { asOwner } from '#ops/testing/as-owner.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { testRoles } from '#ops/testing/postgres.ts';
import { programArgs } from '#ops/testing/program.ts';
import { appendAs, seedScene } from '#ops/testing/scene.ts';
import { rebuildProjection } from '../runner/rebuild.ts';
import { startProjection } from '../runner/run.ts';
import { chainStart, earlierChain, readLinks } from './chain.ts';
import { type KeptHead, keepHeads, readKeptHeads } from './heads.ts';
import { auditProjection } from './projection.ts';
import { verifyOnSchedule } from './verifier.ts';
import { BadAudit, type BadRow, beginWalk } from './verify.ts';

/** A walk over all there is; answers the first row that does not fit, or null. */
const walkAll = async (h: Harness, kept: readonly KeptHead[] = []): Promise<BadRow | null> => {
  const walk = beginWalk(h.kernel.db, kept);
  try {
    while ((await walk.step()) !== 'level');
    return null;
  } catch (error) {
    if (error instanceof BadAudit) return error.row;
    throw error;
  }
};

interface Column {
  name: string;
  type: string;
}
const columnsOf = async (client: pg.Client, schema: string, table: string): Promise<Column[]> => {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = $1 and table_name = $2 order by ordinal_position`,
    [schema, table],
  );
  return rows;
};

/** What a column of a type is changed to, as SQL. */
const otherValue: Record<string, (column: string) => string> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `coalesce(${column}, '') || 'x'`,
  jsonb: (column) => `coalesce(${column}, '{}') || '{"forged": true}'`,
  integer: (column) => `${column} + 100`,
  smallint: (column) => `${column} + 100`,
  bigint: (column) => `${column} + 100`,
};
/** The place of an event in the log says only which comes first: a change that counts is one of the order. */
const otherPlace: Record<string, string> = { transaction_id: `'3'`, position: 'position - 2' };

t.test('the audit is checked against the log', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person({ firstname: 'Nora' });
  const scene = await seedScene(h, nora);
  const group = `storyGroup-${scene.group_id}`;
  await appendAs(h, nora, group, [
    { type: 'StoryGroupDetailsChanged', data: { title: 'Pier' } },
    { type: 'StoryGroupDetailsChanged', data: { title: 'Quay' } },
    { type: 'StoryGroupStatusChanged', data: { from: 1, to: 2 } },
  ]);
  await seedScene(h, await h.person());
  await h.caughtUp();
  const { rows } = await h.kernel.db.pool.query<{ event_id: string; place: number }>(
    `select event_id, place from event join audit_row on id = event_id
      where stream = $1 and data->>'title' = 'Quay'`.replace('stream =', 'event.stream ='),
    [group],
  );
  const { event_id: target, place } = rows[0]!;

  /** Makes a change, looks what is found, and takes the change back. */
  const withForged = async <T>(table: string, statement: string, look: () => Promise<T>): Promise<T> =>
    asOwner(h.ownerUrl, async (client) => {
      await client.query(`create temp table before_it as select * from ${table}`);
      try {
        await client.query(statement);
        return await look();
      } finally {
        await client.query(
          `delete from ${table}; insert into ${table} overriding system value select * from before_it`,
        );
      }
    });

  /** What the part that checks on its schedule says, of a start at this moment. */
  const byTheSchedule = async (): Promise<number> => {
    const stop = new AbortController();
    const { metrics } = h.kernel;
    metrics.auditBroken.set(-1);
    const running = verifyOnSchedule(h.kernel, stop.signal, { first: 0, every: 5, whole: 0 });
    const value = async () => (await metrics.auditBroken.get()).values[0]!.value;
    await h.until(async () => (await value()) >= 0, 'the check');
    stop.abort();
    await running;
    return value();
  };

  await t.test('and fits while nothing was changed', async (t) => {
    t.equal(await walkAll(h), null);
    t.equal(await byTheSchedule(), 0);
    t.ok((await h.kernel.metrics.auditVerified.get()).values[0]!.value > 0);
    const { rows } = await h.kernel.db.pool.query<{ all: number }>('select count(*)::int as all from audit_row');
    t.equal((await h.kernel.metrics.auditRows.get()).values[0]!.value, rows[0]!.all);
  });

  await t.test(
    'any column of an event that is changed in the database is found, by name and by the schedule',
    async (t) => {
      const columns = await asOwner(h.ownerUrl, async (client) => {
        await client.query('alter table event alter column position set generated by default');
        return columnsOf(client, 'public', 'event');
      });
      t.ok(columns.length >= 16);
      for (const { name, type } of columns) {
        const change = otherPlace[name] ?? otherValue[type]?.(name);
        if (!change) throw new Error(`a column of type ${type} is not tried yet`);
        await withForged('event', `update event set ${name} = ${change} where event_id = '${target}'`, async () => {
          const found = await walkAll(h);
          t.ok(found, `${name} of an event`);
          if (!otherPlace[name])
            t.ok(found?.event_id === target || name === 'event_id', `${name}: the first bad row is named`);
          t.equal(await byTheSchedule(), 1, `${name}, by the schedule`);
        });
      }
      t.equal(await walkAll(h), null, 'all of it was taken back');
    },
  );

  await t.test('any column of a row of the audit that is changed is found', async (t) => {
    for (const table of ['audit_row', 'audit_head']) {
      const columns = await asOwner(h.ownerUrl, (client) => columnsOf(client, 'audit', table));
      const where = table === 'audit_row' ? `id = '${target}'` : `account_id = '${nora.account_id}'`;
      for (const { name, type } of columns)
        await withForged(table, `update ${table} set ${name} = ${otherValue[type]!(name)} where ${where}`, async () => {
          t.ok(await walkAll(h), `${name} of ${table}`);
        });
    }
  });

  await t.test('an event or a row that was taken out or put in is found', async (t) => {
    const copy = (what: string) =>
      `insert into event (event_id, stream, version, type, schema_version, account_id, data, actor_type, actor_id, on_behalf_of, correlation_id, request_id, cause, ts, transaction_id, position)
       select gen_random_uuid(), stream, 900, ${what}, schema_version, account_id, data, actor_type, actor_id, on_behalf_of, correlation_id, request_id, cause, ts, transaction_id, position
         from event where event_id = '${target}'`;
    for (const [table, statement] of [
      ['event', `delete from event where event_id = '${target}'`],
      ['event', copy('type')],
      ['event', copy(`'Moon'`)],
      ['audit_row', `delete from audit_row where id = '${target}'`],
      ['audit_row', `update audit_row set place = place + 1000, id = gen_random_uuid() where id = '${target}'`],
    ] as const)
      await withForged(table, statement, async () => {
        t.ok(await walkAll(h), statement);
      });
  });

  await t.test('history that was rewritten with its chain is found by the heads that were kept outside', async (t) => {
    await appendAs(h, nora, group, [{ type: 'StoryGroupDetailsChanged', data: { title: 'Wharf' } }]);
    await h.caughtUp();
    const told: { key: string; signature: string; signed: string }[] = [];
    const { log } = h.kernel;
    const info = log.info.bind(log);
    log.info = ((fields: { audit_heads?: (typeof told)[0] }, ...rest: []) => {
      if (fields.audit_heads) told.push(fields.audit_heads);
      return info(fields, ...rest);
    }) as typeof log.info;
    await keepHeads(h.kernel).finally(() => {
      log.info = info;
    });
    const publicKey = createPublicKey(h.kernel.secrets.audit.publicKey);
    const signatureFits = ({ signed, signature }: (typeof told)[0]) =>
      verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'));
    t.ok(told.length > 0 && told.every(signatureFits), 'in the log, signed');
    t.match(told.map((one) => one.signed).join(), nora.account_id);
    const hour = new Date().toISOString().slice(0, 13).toLowerCase();
    const inFile = JSON.parse(
      await readFile(join(h.config.DATA_DIR, 'files', 'operational', 'audit-heads', `${hour}.json`), 'utf8'),
    );
    const { heads } = JSON.parse(inFile.signed) as { heads: { account_id: string }[] };
    t.ok(heads.some((head) => head.account_id === nora.account_id) && signatureFits(inFile), 'and in a file');
    const kept = await readKeptHeads(h.kernel);
    t.equal(await walkAll(h, kept), null);
    await withForged('event', `update event set data = '{"title":"Forged"}' where event_id = '${target}'`, async () => {
      await rebuildProjection(h.kernel, auditProjection);
      t.equal(await walkAll(h), null, 'the database alone looks right');
      t.match(await walkAll(h, kept), { account_id: nora.account_id, why: /head than that kept in audit-heads/ });
    });
    await rebuildProjection(h.kernel, auditProjection);
    t.equal(await walkAll(h, kept), null);
    const [name] = await h.kernel.files.list('audit-heads');
    const content = await h.kernel.files.read(name!);
    const file = JSON.parse(content) as { signed: string };
    await h.kernel.files.write(name!, JSON.stringify({ ...file, signed: file.signed.replace('"ts":1', '"ts":2') }));
    await t.rejects(readKeptHeads(h.kernel), { message: /is not signed by this installation/ });
    t.equal(await byTheSchedule(), 1);
    await h.kernel.files.write(name!, content);
    t.equal(await byTheSchedule(), 0);
  });

  await t.test('staff get the key that heads are checked with', async (t) => {
    t.equal((await h.inject('GET', '/ops/audit-key')).statusCode, 401);
    const ines = await h.person({ staff: true });
    const opened = await h.inject('POST', '/api/ops/session', { as: ines });
    const cookie = String(opened.headers['set-cookie']).split(';')[0]!;
    const answer = await h.inject('GET', '/ops/audit-key', { headers: { cookie } });
    t.same(answer.json().data, {
      id: h.kernel.secrets.audit.id,
      algorithm: 'Ed25519',
      public_key: h.kernel.secrets.audit.publicKey,
    });
    await h.caughtUp();
  });

  await t.test('a program names the first bad row, and says how many fit', async (t) => {
    const run = () =>
      new Promise<{ code: number; said: string }>((done) => {
        const env = { ...process.env, DATABASE_URL: h.databaseUrl, DATA_DIR: h.config.DATA_DIR };
        execFile(process.execPath, programArgs('ops/tools/audit-verify.ts'), { env }, (error, out, failed) =>
          done({ code: Number(error?.code ?? 0), said: out + failed }),
        );
      });
    const fine = await run();
    t.equal(fine.code, 0, fine.said);
    t.match(fine.said, /^Checked [\d,]+ rows of 3 accounts\./);
    await withForged(
      'event',
      `update event set actor_id = gen_random_uuid() where event_id = '${target}'`,
      async () => {
        const { code, said } = await run();
        t.equal(code, 1, said);
        t.match(
          said,
          `The first bad row is place ${place} of account ${nora.account_id}, event ${target}: its event is not`,
        );
      },
    );
  });
});

t.test(
  'rows that were chained over less are chained anew once, and their heads still prove what came before',
  async (t) => {
    const h = await startHarness(t, { parts: false });
    const nora = await h.person();
    await seedScene(h, nora);
    const { pool } = h.kernel.db;
    const first = await startProjection(auditProjection)(h.kernel);
    const caughtUp = () =>
      h.until(async () => {
        const { rows } = await pool.query(
          `select from projection_checkpoint c where name = 'audit' and tables_hash <> 'earlier'
           and not exists (select from event e where (e.transaction_id, e.position) > (c.transaction_id, c.position))`,
        );
        return rows.length === 1;
      }, 'the audit');
    await caughtUp();
    await first.stop();

    // As the release before left it.
    const { rows } = await pool.query<{ id: string }>('select id from audit_row where account_id = $1 order by place', [
      nora.account_id,
    ]);
    const links = await readLinks(
      pool,
      rows.map((row) => row.id),
    );
    let head = chainStart;
    for (const { id } of rows) {
      head = earlierChain(head, links.get(id)!);
      await pool.query('update audit_row set hash = $2 where id = $1', [id, head.hash]);
    }
    const migration = await readFile(
      new URL('../../ops/migrations/0023-audit-earlier-heads.sql', import.meta.url),
      'utf8',
    );
    await asOwner(h.ownerUrl, async (client) => {
      await client.query('update audit_head set hash = $1', [head.hash]);
      await client.query(`update projection_checkpoint set tables_hash = 'earlier' where name = 'audit'`);
      await client.query(`drop table audit_earlier_head; ${migration}`);
      await syncPublicPrivileges(client, testRoles);
    });
    await h.kernel.files.write(
      'audit-heads/2026-11-20t10.json',
      JSON.stringify([{ account_id: nora.account_id, ...head }]),
    );
    t.equal(await beginWalk(h.kernel.db, []).step(), 'not yet', 'nothing is said of rows of another release');

    const second = await startProjection(auditProjection)(h.kernel);
    await caughtUp();
    const kept = await readKeptHeads(h.kernel);
    t.equal(kept.filter((one) => one.earlier).length, 2);
    t.equal(await walkAll(h, kept), null);
    await second.stop();

    // Changed before it was chained anew: the new chain takes it for granted, the earlier heads do not.
    await asOwner(h.ownerUrl, async (client) => {
      await client.query('update event set ts = ts + 1000 where event_id = $1', [rows[1]!.id]);
    });
    await rebuildProjection(h.kernel, auditProjection);
    t.equal(await walkAll(h), null);
    t.match(await walkAll(h, kept), { account_id: nora.account_id, why: /another head/ });
  },
);
