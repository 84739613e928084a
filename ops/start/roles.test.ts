import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import pg from 'pg';
import t, { type Test } from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { acquireAdvisoryLock, advisoryLocks, releaseAdvisoryLock } from '#kernel/db/advisory-locks.ts';
import { DatabaseUnfit } from '#kernel/db/migrate.ts';
import { rolesOf } from '#kernel/db/role-names.ts';
import { ensureRoles, withCredentials } from '#kernel/db/roles.ts';
import { secretsFrom } from '#kernel/platform/secrets.ts';
import { startHarness, until } from '../testing/harness.ts';
import { freshDatabase, testRoles, testServer } from '../testing/postgres.ts';
import { programArgs } from '../testing/program.ts';
import { freePort, isReady, makeTempFolder, minimalEnv, startProcess } from '../testing/running.ts';
import { publishDesign, seedScene } from '../testing/scene.ts';
import { migrateAsOwner } from './migrate-as-owner.ts';
import { migrateDatabases } from './migrate-databases.ts';
import { rebuildable } from './rebuildable.ts';

const open = async (t: Test, url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  t.teardown(() => client.end());
  return client;
};

/** The codes of refusals, by the statement. */
const refusals = async (client: pg.Client, statements: readonly string[]): Promise<Record<string, string>> => {
  const codes: Record<string, string> = {};
  for (const one of statements) {
    await client.query('begin');
    codes[one] = await client.query(one).then(
      () => 'done',
      (error: { code?: string }) => String(error.code),
    );
    await client.query('rollback');
  }
  return codes;
};

const insufficient = '42501';

/** A database that nobody prepared, and how it goes away with the roles that were made for it. */
const emptyDatabase = async (t: Test, serverUrl: string, owner?: string) => {
  const admin = await open(t, serverUrl);
  const name = `roles_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}${owner ? ` owner ${owner}` : ''}`);
  t.teardown(async () => {
    const cleaner = new pg.Client({ connectionString: serverUrl });
    await cleaner.connect();
    await cleaner.query(`drop database if exists ${name} with (force)`);
    for (const role of Object.values(rolesOf(name))) await cleaner.query(`drop role if exists ${role}`);
    if (owner) await cleaner.query(`drop role if exists ${owner}`);
    await cleaner.end();
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, admin };
};

t.test('the role of the product reads the log and adds to it, and can do nothing else to it', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  await seedScene(h, nora);
  const client = await open(t, h.databaseUrl);
  const { rows } = await client.query<{ n: number; owner: string }>(
    `select (select count(*)::int from event) as n,
            (select r.rolname::text from pg_class c join pg_roles r on r.oid = c.relowner where c.oid = 'event'::regclass) as owner`,
  );
  t.ok(rows[0]!.n > 0, 'it reads');
  const owner = pg.escapeIdentifier(rows[0]!.owner);
  const forbidden = [
    `update event set data = '{}'`,
    'delete from event',
    'truncate event',
    'alter table event add column more text',
    'alter table event disable trigger all',
    'create trigger other before insert on event for each row execute function suppress_redundant_updates_trigger()',
    'create rule other as on insert to event do instead nothing',
    'create index other on event (type)',
    'drop table event',
    'alter table event rename to event_away',
    'lock table event in share mode',
    'select setval(pg_get_serial_sequence($$event$$, $$position$$), 1)',
    `update migration set hash = ''`,
    `insert into migration (name, hash) values ('9999.sql', '')`,
    'alter table personal_value add column more text',
    'create table public.other (id int)',
    'create function public.other() returns int language sql as $$select 1$$',
    'create role other',
    `alter role ${owner} password 'x'`,
    `grant ${owner} to current_user`,
    `set role ${owner}`,
    `set session authorization ${owner}`,
    'set role pg_read_server_files',
    `copy event to program 'true'`,
    `copy event from '/etc/passwd'`,
    `alter database ${pg.escapeIdentifier(new URL(h.databaseUrl).pathname.slice(1))} set synchronous_commit = off`,
  ];
  t.same(await refusals(client, forbidden), Object.fromEntries(forbidden.map((one) => [one, insufficient])));
  const { rows: rank } = await client.query(
    `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as more,
            exists (select from pg_auth_members where member = r.oid) as member
       from pg_roles r where rolname = current_user`,
  );
  t.same(rank, [{ more: false, member: false }]);
});

t.test('the role of the part sdk delivers, accepts batches, and reads nothing of anybody', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  await seedScene(h, nora);
  for (const one of ['catalog', 'delivery'] as const) await rebuildable[one]!(h.kernel);
  const client = await open(t, h.sdkUrl);
  const allowed = [
    'select from catalog.story limit 1',
    'select from delivery.delivery_account limit 1',
    `insert into telemetry_batch (partition, instance_id, batch_id, payload) values (0, gen_random_uuid(), gen_random_uuid(), '{}')`,
    'select make_telemetry_day(current_date)',
    `select component_answers(gen_random_uuid(), gen_random_uuid(), '{}')`,
  ];
  const forbidden = [
    'select from event',
    'insert into event (event_id) values (gen_random_uuid())',
    'select from personal_value',
    'select from session',
    'select from user_secret',
    'select from link_token',
    'select from audit.audit_head',
    'select from telemetry_batch',
    'delete from telemetry_batch',
    `update account_key set viewer_key = ''`,
    'select drop_telemetry_day(current_date)',
    'select from analytics.daily_answer',
    'update catalog.story set title = null',
    'create schema other',
  ];
  const answers = await refusals(client, [...allowed, ...forbidden]);
  t.same(answers, {
    ...Object.fromEntries(allowed.map((one) => [one, 'done'])),
    ...Object.fromEntries(forbidden.map((one) => [one, insufficient])),
  });
});

/** Runs a program of this repository to its end: its exit code and what it has said. */
const runTool = (file: string, args: string[], env: Record<string, string>) =>
  new Promise<{ code: number | string | undefined; said: string }>((done) => {
    execFile(process.execPath, [...programArgs(file), ...args], { env: minimalEnv(env) }, (error, out, failed) =>
      done({ code: error ? (error.code ?? undefined) : 0, said: out + failed }),
    );
  });

t.test('the part sdk as a process of its own works as its role, with its own secret alone', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  await publishDesign(h, nora, scene, scene.stories[0]!, ['poll', 'which-001']);
  await h.caughtUp();
  const port = await freePort();
  const { dir, remove } = await makeTempFolder();
  t.teardown(remove);
  const known = { DATA_DIR: h.config.DATA_DIR, DATABASE_URL: h.ownerUrl };
  const made = await runTool('ops/tools/secrets.ts', ['sdk', dir], known);
  t.match(made, { code: 0, said: /sdk\.secret is all that a process with --only sdk needs/ });
  const env = { DATA_DIR: dir, DATABASE_URL: h.sdkUrl, PORT: String(port), LOG_LEVEL: 'warn' };
  const asOwner = startProcess({ ...env, DATABASE_URL: h.ownerUrl }, '--only', 'sdk');
  t.equal(await asOwner.ended, 1);
  await until(() => asOwner.error().endsWith('\n'), 'what it said');
  t.match(asOwner.error(), /^With only sdk\.secret, DATABASE_URL must name/);
  const run = startProcess(env, '--only', 'sdk');
  t.teardown(async () => {
    run.child.kill('SIGTERM');
    await run.ended;
  });
  await h.until(() => isReady(port), 'the process');
  const at = `http://127.0.0.1:${port}/sdk/v1/${scene.token}`;
  const shown = await fetch(`${at}/stories`);
  t.equal(shown.status, 200);
  t.match(await shown.text(), scene.group_id);
  const now = Date.now();
  const about = { id: uuidv7(), at: now, story_id: scene.stories[0] };
  const answered = { ...about, id: uuidv7(), type: 'poll_selected', component_id: 'which-001', value: 'A' };
  const batch = {
    ...{ batch_id: uuidv7(), sent_at: now, viewer_id: 'viewer-1', session_id: 's', device_id: 'd', platform: 'web' },
    ...{ sdk_version: '1.0.0', consent: true, events: [{ ...about, type: 'story_impression' }, answered] },
  };
  const headers = { 'content-type': 'application/json' };
  const sent = await fetch(`${at}/events`, { method: 'POST', body: JSON.stringify(batch), headers });
  t.equal(sent.status, 202, await sent.text());
  const results = await fetch(`${at}/results?story_id=${scene.stories[0]}`);
  t.match(await results.json(), { data: { components: { 'which-001': { values: { A: Number, B: 0 } } } } });
  const { rows } = await h.asOwner(
    'select (select count(*)::int from telemetry_batch) as batches, (select count(*)::int from viewer_name) as names',
  );
  t.same(rows, [{ batches: 1, names: 1 }]);
  t.same(
    (await readdir(dir)).filter((name) => name.endsWith('.secret')),
    ['sdk.secret'],
    'no other was made',
  );
});

t.test(
  'a database whose user owned everything is brought to the roles, also from half-way and by two at once',
  async (t) => {
    const server = await testServer();
    t.teardown(server.stop);
    const { url, name, admin } = await emptyDatabase(t, server.url);
    const { keyed } = secretsFrom(randomBytes(48));
    await migrateDatabases(url, url);
    const owner = await open(t, url);
    await owner.query(
      `insert into event (event_id, stream, version, type, schema_version, data, actor_type, correlation_id, ts)
     values ($1, 'x-1', 1, 'X', 1, '{}', 'system', $1, 0)`,
      [uuidv7()],
    );
    const prepare = () => migrateAsOwner({ LOG_LEVEL: 'silent' }, url, { secrets: { keyed }, embedded: true });
    const [one, other] = await Promise.all([prepare(), prepare()]);
    t.same(one, other);
    t.match(one.databaseUrl, `//${name}_app:`);
    const app = await open(t, one.databaseUrl);
    t.equal((await app.query('select from event')).rowCount, 1, 'what was there is there');
    const foreign = `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('catalog', 'audit', 'history', 'notifications', 'delivery', 'analytics', 'bullmq') and relowner <> current_user::regrole
    union all select proname from pg_proc join pg_namespace n on n.oid = pronamespace
    where nspname = 'bullmq' and proowner <> current_user::regrole`;
    t.same((await app.query(foreign)).rows, []);
    t.same(
      (
        await app.query(
          `select from pg_class where relnamespace = 'public'::regnamespace and relowner = current_user::regrole`,
        )
      ).rowCount,
      0,
    );

    const { rows } = await owner.query<{ me: string }>('select current_user as me');
    await owner.query(`alter table catalog.app owner to ${rows[0]!.me}; alter schema audit owner to ${rows[0]!.me};
                     grant update on event to ${name}_app; revoke insert on claim from ${name}_app`);
    await admin.query(`alter role ${name}_app createrole; grant pg_monitor to ${name}_app`);
    t.same(await prepare(), one);
    t.same((await app.query(foreign)).rows, []);
    const asked = [
      'update event set version = 2',
      `insert into claim values ('s', 'k', 'o')`,
      'set role pg_monitor',
      'create role x',
    ];
    t.same(Object.values(await refusals(app, asked)), [insufficient, 'done', insufficient, insufficient]);

    const later = await migrateAsOwner({ LOG_LEVEL: 'silent' }, url, {
      secrets: secretsFrom(randomBytes(48)),
      embedded: true,
    });
    t.not(later.databaseUrl, one.databaseUrl);
    await open(t, later.databaseUrl);
    await t.rejects(open(t, one.databaseUrl), { code: '28P01' }, 'what an earlier secret signed in with is over');
  },
);

t.test('who starts beside others waits for their turn longer than for a table that is in use', async (t) => {
  const server = await testServer();
  t.teardown(server.stop);
  const database = await freshDatabase(server.url);
  t.teardown(database.drop);
  const other = await open(t, database.ownerUrl);
  const password = () => decodeURIComponent(new URL(database.url).password);
  const ensure = () => ensureRoles(database.ownerUrl, password, testRoles, 50);
  await acquireAdvisoryLock(other, advisoryLocks.migration);
  const waiting = ensure();
  const isLate = async () => {
    const { rowCount } = await other.query(
      `select from pg_locks where locktype = 'advisory' and not granted and waitstart < clock_timestamp() - interval '150 ms'
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rowCount === 1;
  };
  await Promise.race([until(isLate, 'the wait'), waiting]);
  t.ok(await isLate(), 'three times as long');
  await releaseAdvisoryLock(other, advisoryLocks.migration);
  t.match(await waiting, { roles: testRoles });
});

t.test('a user who may not make roles goes on and is named once; the embedded Postgres does not', async (t) => {
  const server = await testServer();
  t.teardown(server.stop);
  const admin = await open(t, server.url);
  const weak = `weak_${randomBytes(6).toString('hex')}`;
  await admin.query(`create role ${weak} login password 'x'`);
  const { url } = await emptyDatabase(t, server.url, weak);
  const asWeak = withCredentials(url, weak, 'x');
  const said: string[] = [];
  const given = { password: () => 'y', onNoRoles: (words: string) => void said.push(words) };
  t.same(await migrateDatabases(asWeak, asWeak, given), { databaseUrl: asWeak, analyticsUrl: asWeak });
  t.same(said, [`running as the database user ${weak}, which owns the event log, because it can't create roles`]);
  const embedded = migrateAsOwner({ LOG_LEVEL: 'silent' }, asWeak, {
    secrets: secretsFrom(randomBytes(48)),
    embedded: true,
  });
  await t.rejects(embedded, { constructor: DatabaseUnfit, message: /^The embedded Postgres .* can't create roles$/ });

  await admin.query(`alter role ${weak} createrole`);
  const better = await migrateDatabases(asWeak, asWeak, given);
  t.match(better.databaseUrl, '_app:y@', 'who may make roles need be no superuser');
  const app = await open(t, better.databaseUrl);
  t.same(await refusals(app, ['delete from event', 'select from event', `set role ${weak}`]), {
    'delete from event': insufficient,
    'select from event': 'done',
    [`set role ${weak}`]: insufficient,
  });
  const watching = await open(t, better.databaseUrl);
  await watching.query(`begin; insert into claim values ('s', 'k', 'o')`);
  const { rows: me } = await watching.query('select pg_backend_pid() as pid');
  const seen = await app.query('select from write_transactions() where pid = $1', [me[0].pid]);
  t.equal(seen.rowCount, 1, 'who writes is seen');
  await watching.query('rollback');
  t.same(await migrateDatabases(better.databaseUrl, better.databaseUrl, given), {
    databaseUrl: better.databaseUrl,
    analyticsUrl: better.databaseUrl,
  });
});

t.test('a user who may change nothing is refused on a database of an earlier release', async (t) => {
  const server = await testServer();
  t.teardown(server.stop);
  const database = await freshDatabase(server.url);
  t.teardown(database.drop);
  await migrateDatabases(database.sdkUrl, database.sdkUrl);
  const owner = await open(t, database.ownerUrl);
  await owner.query(`delete from migration where name like '0018%'`);
  await t.rejects(migrateDatabases(database.sdkUrl, database.sdkUrl), {
    constructor: DatabaseUnfit,
    message: /lacks 0018-roles\.sql, and this user can't change it/,
  });
});
