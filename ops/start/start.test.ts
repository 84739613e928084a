import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import t, { type Test } from 'tap';
import { startEmbedded } from '#kernel/db/embedded.ts';
import { whyUnfit } from '#kernel/db/migrate.ts';
import { rolesOf } from '#kernel/db/role-names.ts';
import { createLog } from '#kernel/platform/log.ts';
import { until } from '../testing/harness.ts';
import { freshDatabase, testRoles, testServer } from '../testing/postgres.ts';
import { programArgs } from '../testing/program.ts';
import { isReady as answers, freePort, register, startProcess as start } from '../testing/running.ts';
import { migrateDatabases } from './migrate-databases.ts';
import { explainFailedStart, startProduct } from './start-product.ts';

/** A start in this process, with these settings alone. */
const refuses = async (t: Test, env: Record<string, string>, words: RegExp, ...args: string[]) => {
  const started = startProduct({ LOG_LEVEL: 'silent', DEMO: '0', ...env }, args);
  const said = await started.then(
    async ({ stopAll }) => stopAll().then(() => 'it started'),
    (error: unknown) => explainFailedStart(error),
  );
  t.match(said, words);
  t.equal(said.split('\n').length, 1, `one line: ${said}`);
};

/** A way to the same server on which it says that it is Postgres 13. */
const asOld = async (t: Test, url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select current_setting('server_version_num') as version`);
  await client.end();
  const { port, hostname } = new URL(url);
  const proxy = createServer((socket) => {
    const server = connect(Number(port), hostname);
    socket.pipe(server);
    server.on('data', (bytes) => {
      socket.write(Buffer.from(bytes.toString('latin1').replaceAll(rows[0].version, '130012'), 'latin1'));
    });
    socket.on('close', () => server.destroy()).on('error', () => {});
    server.on('close', () => socket.destroy()).on('error', () => {});
  });
  proxy.listen(0, '127.0.0.1');
  t.teardown(() => proxy.close());
  await until(() => proxy.listening);
  const old = new URL(url);
  old.port = String((proxy.address() as { port: number }).port);
  return old.href;
};

t.test('a start that cannot succeed says why in one line and leaves nothing half-made', async (t) => {
  const server = await testServer();
  t.teardown(server.stop);
  const database = await freshDatabase(server.url);
  t.teardown(database.drop);
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-start-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  const env = { DATA_DIR: dir, DATABASE_URL: database.url };

  const taken = createServer().listen(0, '127.0.0.1');
  t.teardown(() => taken.close());
  await until(() => taken.listening);
  const { port } = taken.address() as { port: number };
  await writeFile(join(dir, 'file'), '');
  const refused = start({ ...env, PORT: String(port) });
  await refuses(t, { ...env, PORT: String(port) }, /Port \d+ on 127\.0\.0\.1 is taken/);
  await refuses(t, { ...env, DATA_DIR: join(dir, 'file', 'below') }, /Can't write to DATA_DIR /);
  await refuses(t, { ...env, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, /No Postgres is responding/);
  const old = await asOld(t, database.url);
  await refuses(t, { ...env, DATABASE_URL: old }, /Postgres 13 is too old. Use 14 or newer/);
  await refuses(t, env, /Unknown part: nothing/, '--only', 'nothing');
  const production = { ...env, NODE_ENV: 'production' };
  await refuses(t, { ...production, PUBLIC_URL: 'https://stories.example' }, /Production needs a mail server/);
  await refuses(t, production, /Production needs an https:.. PUBLIC_URL/);
  await t.rejects(startProduct({ ...env, LIMIT_APIS: '3' }, []), /LIMIT_APIS: unknown setting/);
  t.equal(await refused.ended, 1, 'a process says so by its exit code');
  await until(() => refused.error().endsWith('\n'), 'what it said');
  t.match(refused.error(), /^Port \d+ on 127\.0\.0\.1 is taken.*\n$/);

  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const role = (await client.query('select current_user as role, current_database() as name')).rows[0];
  for (const one of [role.role, testRoles.app]) {
    await client.query(`alter role ${one} in database ${role.name} set synchronous_commit = off`);
    const asOne = one === testRoles.app ? env : { ...env, DATABASE_URL: database.ownerUrl };
    await refuses(t, asOne, /synchronous_commit is off/);
    await client.query(`alter role ${one} in database ${role.name} reset synchronous_commit`);
  }
  await client.query(`insert into migration (name, hash) values ('9999-from-the-future.sql', '')`);
  await refuses(t, env, /A newer release made this database/);
  await refuses(t, { ...env, DATABASE_URL: database.ownerUrl }, /A newer release made this database/);
  await client.end();

  t.match(whyUnfit({ version: 130_012, fsync: 'on', commit: 'on' }), /Postgres 13 is too old/);
  t.match(whyUnfit({ version: 170_000, fsync: 'off', commit: 'on' }), /fsync=off/);
  t.match(whyUnfit({ version: 140_000, fsync: 'on', commit: 'local' }), /synchronous_commit is local/);
  t.equal(whyUnfit({ version: 140_000, fsync: 'on', commit: 'remote_apply' }), null);
});

t.test('what npm starts becomes the program, so that a signal to npm ends it and leaves nothing behind', async (t) => {
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const said = `-e "console.log(process.pid)"`;
  const shell = spawn('sh', ['-c', scripts.start.replace('ops/start/run.mjs main', said)]);
  let pid = '';
  shell.stdout.on('data', (bytes) => {
    pid += bytes;
  });
  await once(shell, 'close');
  t.equal(Number(pid), shell.pid);
});

t.test('two processes that start at once on an empty database both come up', async (t) => {
  const server = await testServer();
  t.teardown(server.stop);
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const name = `empty_${Date.now()}`;
  await admin.query(`create database ${name}`);
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-start-'));
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const ports = [await freePort(), await freePort()];
  const runs = ports.map((port) => start({ DATA_DIR: dir, DATABASE_URL: url.toString(), PORT: String(port) }));
  t.teardown(async () => {
    for (const run of runs) run.child.kill('SIGKILL');
    await Promise.all(runs.map((run) => run.ended));
    await admin.query(`drop database ${name} with (force)`);
    for (const role of Object.values(rolesOf(name))) await admin.query(`drop role if exists ${role}`);
    await admin.end();
    await rm(dir, { recursive: true, force: true });
  });
  await until(async () => (await answers(ports[0]!)) && (await answers(ports[1]!)), 'both to answer');
  for (const run of runs) run.child.kill('SIGTERM');
  t.same(await Promise.all(runs.map((run) => run.ended)), [0, 0], 'and both stop when asked to');
});

t.test(
  'a data directory whose database knew one role that may do everything is brought to a second, or the start says why not',
  async (t) => {
    const dir = await mkdtemp(join(tmpdir(), 'storyrail-start-'));
    const embed = () => startEmbedded(dir, createLog('silent'));
    const ask = async (url: string, text: string) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client.query(text).finally(() => client.end());
    };
    const before = await embed();
    await migrateDatabases(before.url, before.url);
    await ask(before.url, `insert into claim values ('kept', 'k', 'o')`);
    await before.stop();

    const port = await freePort();
    const known = { DATA_DIR: dir, PORT: String(port) };
    const first = start(known);
    t.teardown(async () => {
      first.child.kill('SIGKILL');
      await rm(dir, { recursive: true, force: true });
    });
    await until(() => answers(port), 'the start');
    const url = await readFile(join(dir, 'database.url'), 'utf8');
    const { rows } = await ask(
      url,
      `select distinct usename::text as role from pg_stat_activity where application_name = 'storyrail' and datname = current_database()`,
    );
    t.same(rows, [{ role: 'storyrail_app' }], 'all that works on it does so as that role');
    t.equal((await ask(url, `select from claim where scope = 'kept'`)).rowCount, 1);

    await t.test('a Postgres that a killed process left behind is ended and its data are there again', async (t) => {
      t.equal((await register(port)).status, 201);
      const stale = Number((await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
      first.child.kill('SIGKILL');
      await first.ended;
      t.doesNotThrow(() => process.kill(stale, 0), 'the database process outlives its parent');
      const second = start(known);
      t.teardown(() => void second.child.kill('SIGKILL'));
      await until(() => answers(port), 'the second start');
      t.throws(() => process.kill(stale, 0), 'the one left behind was ended');
      t.equal((await register(port)).status, 400, 'what was acknowledged is there');
      second.child.kill('SIGTERM');
      t.equal(await second.ended, 0);
    });

    const again = await embed();
    await ask(again.url, 'create role keeper superuser login password $$k$$; alter role storyrail_app createrole');
    const { rows: had } = await ask(
      again.url,
      `select rolpassword as password from pg_authid where rolname = 'storyrail'`,
    );
    const keeper = new URL(again.url);
    [keeper.username, keeper.password] = ['keeper', 'k'];
    await ask(
      keeper.href,
      `alter role storyrail rename to first; create role storyrail login password '${had[0].password}';
     alter database storyrail owner to storyrail;
     do $$ declare one record; begin
       for one in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       loop execute format('alter table %s owner to storyrail', one.name); end loop; end $$`,
    );
    await again.stop();
    await refuses(
      t,
      known,
      /The embedded Postgres can't be used: running as the database user storyrail, which owns the event log, because it can't change the role storyrail_app/,
    );
  },
);

t.test('a program that could not do its work says so by its exit code', async (t) => {
  for (const file of ['ops/tools/rebuild.ts', 'ops/tools/redrive.ts', 'loadtest/bench.ts']) {
    const child = spawn(process.execPath, [...programArgs(file), 'nothing'], { stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    t.equal(code, 2, file);
  }
});
