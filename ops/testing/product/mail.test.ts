import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import t from 'tap';
import { rebuildable } from '../../start/rebuildable.ts';
import { limitsOff, startHarness, until } from '../harness.ts';
import { freshDatabase, testServer } from '../postgres.ts';
import { freePort, isReady, makeTempFolder, register, signUpBody, startProcess } from '../running.ts';

t.test(
  'in production mails leave by SMTP; one in the hands of a killed process is sent again and then never more',
  async (t) => {
    const messages: string[] = [];
    // The first mail is taken, but its sender is not told.
    const server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 50,
      onData(stream, _session, done) {
        text(stream).then((message) => {
          messages.push(message);
          if (messages.length > 1) done();
        }, done);
      },
    });
    server.on('error', () => {});
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    t.teardown(() => new Promise<void>((done) => server.close(done)));
    const postgres = await testServer();
    t.teardown(postgres.stop);
    const database = await freshDatabase(postgres.url);
    t.teardown(database.drop);
    const folder = await makeTempFolder();
    t.teardown(folder.remove);
    const port = await freePort();
    const env = {
      ...limitsOff,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://stories.example',
      DATABASE_URL: database.url,
      DATA_DIR: folder.dir,
      PORT: String(port),
      SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`,
      MAIL_FROM: 'no-reply@stories.example',
    };
    const start = async () => {
      const run = startProcess(env, '--only', 'api,jobs');
      t.teardown(() => void run.child.kill('SIGKILL'));
      await until(async () => (await isReady(port)) || run.child.exitCode !== null, 'the start');
      t.equal(run.child.exitCode, null, 'it started');
      return run;
    };

    const first = await start();
    const registered = await register(port);
    t.equal(registered.status, 201);
    await until(() => messages.length === 1, 'the mail');
    first.child.kill('SIGKILL');
    await first.ended;

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    t.teardown(() => client.end());
    const done = async () => (await client.query('select from effect_ledger')).rowCount;
    t.equal(await done(), 0, 'nothing says that it was sent');
    const second = await start();
    await until(async () => (await done()) === 1, 'the ledger');
    t.equal(messages.length, 2);
    const ids = messages.map((message) => /^Message-ID: (.+)$/im.exec(message)?.[1]?.trim());
    t.match(ids[0], /^<[0-9a-f-]{36}-mail@stories\.example>$/);
    t.equal(ids[1], ids[0], 'a receiver knows it as the same mail');

    t.equal((await fetch(`http://127.0.0.1:${port}/dev/outbox`)).status, 404, 'there is no local outbox');
    t.notOk(existsSync(join(folder.dir, 'outbox')));
    second.child.kill('SIGTERM');
    t.equal(await second.ended, 0);
    t.equal(messages.length, 2);
  },
);

t.test('building the read models anew asks for nothing and sends nothing', async (t) => {
  const h = await startHarness(t);
  t.equal((await h.inject('POST', '/api/registration', { body: signUpBody })).statusCode, 201);
  const counts = async () => {
    const { rows } = await h.kernel.db.pool.query(
      `select (select count(*)::int from job_outbox) as asked, (select count(*)::int from effect_ledger) as done,
              (select count(*)::int from bullmq.job) as jobs`,
    );
    return { ...rows[0], mails: (await h.outbox()).length };
  };
  await h.until(async () => (await counts()).done === 1, 'the mail');
  await h.caughtUp();
  for (const rebuild of Object.values(rebuildable)) await rebuild(h.kernel);
  await h.caughtUp();
  t.same(await counts(), { asked: 1, done: 1, jobs: 1, mails: 1 });
});
