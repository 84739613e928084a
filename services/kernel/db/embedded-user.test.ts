import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import t from 'tap';
import { createLog } from '../platform/log.ts';
import { startEmbedded } from './embedded.ts';
import { findBinaries } from './embedded-binaries.ts';
import { ensurePostgresUser, firstForbidden } from './embedded-user.ts';
import { DatabaseUnfit } from './migrate.ts';

const skip = process.getuid?.() === 0 ? false : 'only root starts Postgres as somebody else';

const openFolder = async (test: { teardown(undo: () => unknown): void }): Promise<string> => {
  const top = await mkdtemp(join(tmpdir(), 'storyrail-home-'));
  test.teardown(() => rm(top, { recursive: true, force: true }));
  await chmod(top, 0o755);
  return top;
};
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

t.test(
  'below a folder that is closed to its user Postgres starts, and again, and opens nothing',
  { skip },
  async (t) => {
    const top = await openFolder(t);
    const home = join(top, 'home');
    const dir = join(home, 'data');
    await mkdir(dir, { recursive: true });
    for (const one of [home, dir]) await chmod(one, 0o700);
    const ask = async (url: string, text: string) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client.query(text).finally(() => client.end());
    };
    const first = await startEmbedded(dir, createLog('silent'));
    t.teardown(first.stop);
    await ask(first.url, 'create table kept as select 7 as of');
    const { uid } = ensurePostgresUser()!;
    t.match(
      await readFile(`/proc/${first.pid}/status`, 'utf8'),
      new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'),
    );
    t.match(await readFile(`/proc/${first.pid}/status`, 'utf8'), /^CapEff:\t0+$/m, 'and has no rights beside');
    await first.stop();
    const second = await startEmbedded(dir, createLog('silent'));
    t.teardown(second.stop);
    t.same((await ask(second.url, 'select * from kept')).rows, [{ of: 7 }]);
    t.same([await modeOf(top), await modeOf(home), await modeOf(dir)], [0o755, 0o700, 0o700], 'all stays as it was');
    t.equal(await modeOf(join(dir, 'postgres')), 0o700);
    await t.rejects(stat(join(dir, 'postgres.password')), { code: 'ENOENT' });
  },
);

t.test('programs that lie below a closed folder are copied for everybody to read, once', { skip }, async (t) => {
  const top = await openFolder(t);
  const who = ensurePostgresUser()!;
  const folder = join(top, 'home', 'native');
  for (const one of ['bin', 'lib', 'share']) await mkdir(join(folder, one), { recursive: true });
  for (const one of ['initdb', 'postgres'])
    await writeFile(join(folder, 'bin', one), '#!/bin/sh\necho runs\n', { mode: 0o600 });
  await writeFile(join(folder, 'lib', 'libpq.so'), 'library', { mode: 0o600 });
  const said: string[] = [];
  const log = pino({}, { write: (line: string) => void said.push(line) });
  const at = { place: join(top, 'place'), from: { folder, name: 'postgres-1' } };
  const find = () => findBinaries(who, log, at);

  t.equal((await find()).postgres, join(folder, 'bin/postgres'), 'where nothing is closed they run where they lie');
  t.same(said, []);
  await chmod(join(top, 'home'), 0o700);
  const umask = process.umask(0o077);
  t.teardown(() => process.umask(umask));
  await mkdir(at.place, { mode: 0o755 });
  await chmod(at.place, 0o755);
  const both = await Promise.all([find(), find()]);
  t.same(
    both.map(({ initdb }) => initdb),
    Array(2).fill(join(at.place, 'postgres-1/bin/initdb')),
  );
  t.equal(said.length, 2);
  t.match(said[0], `its user postgres can't enter ${join(top, 'home')}`);
  t.equal(execFileSync(both[0].postgres, { uid: who.uid, gid: who.gid, cwd: '/' }).toString(), 'runs\n');
  t.equal(await modeOf(join(at.place, 'postgres-1/lib/libpq.so')), 0o644);
  t.equal(await modeOf(join(top, 'home')), 0o700);

  await writeFile(join(at.place, 'postgres-1', 'mark'), '');
  await find();
  t.ok(await stat(join(at.place, 'postgres-1', 'mark')), 'it is not made again');
  await chmod(join(at.place, 'postgres-1'), 0o777);
  await t.rejects(find(), {
    constructor: DatabaseUnfit,
    message: /users other than root can write to .*postgres-1\. Start as another user/,
  });
  await chmod(join(at.place, 'postgres-1'), 0o755);
  await chmod(at.place, 0o700);
  await t.rejects(find(), {
    constructor: DatabaseUnfit,
    message: new RegExp(`can't enter ${join(top, 'home')}, and can't enter ${at.place} either\\.`),
  });
  await writeFile(join(top, 'file'), '');
  await t.rejects(findBinaries(who, log, { ...at, place: join(top, 'file') }), {
    constructor: DatabaseUnfit,
    message: /copied to .*chmod o\+x/,
  });
});

t.test('who may enter a folder is told by user, group and others', { skip }, async (t) => {
  const top = await openFolder(t);
  const file = join(top, 'program');
  await writeFile(file, '', { mode: 0o750 });
  await chmod(file, 0o750);
  t.equal(await firstForbidden({ uid: 0, gid: 5 }, file), null);
  t.equal(await firstForbidden({ uid: 5, gid: 0 }, file), null);
  t.equal(await firstForbidden({ uid: 5, gid: 5 }, file), file);
  await chmod(top, 0o655);
  t.equal(await firstForbidden({ uid: 0, gid: 0 }, file), top, 'of its owner the right of the owner counts');
});
