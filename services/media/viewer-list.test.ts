import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import t from 'tap';
import { Refusal } from '#contracts/api/errors.ts';
import { say } from '#kernel/platform/say.ts';
import { secretsFrom } from '#kernel/platform/secrets.ts';
import { viewerHasher } from '#kernel/platform/viewer-hash.ts';
import { makeViewerList } from './viewer-list.ts';

const folder = await mkdtemp(join(tmpdir(), 'viewers-'));
t.teardown(() => rm(folder, { recursive: true }));
const secrets = secretsFrom(Buffer.alloc(48, 7));
const hash = viewerHasher(secrets, 'one.csv');
let files = 0;
const fresh = () => join(folder, `${++files}`);

const listOf = async (content: string | Buffer): Promise<bigint[]> => {
  const [from, to] = [fresh(), fresh()];
  await writeFile(from, content);
  const count = await makeViewerList(from, to, hash, new AbortController().signal);
  const made = await readFile(to);
  t.equal(made.length, count * 8);
  return Array.from({ length: count }, (_, at) => made.readBigUInt64LE(at * 8));
};
const asList = (...ids: string[]) => ids.map(hash).sort((a, b) => (a < b ? -1 : 1));
const refusal = async (content: string | Buffer): Promise<string> => {
  try {
    await listOf(content);
    return 'taken';
  } catch (error) {
    if (error instanceof Refusal && error.code === 'MediaRefused') return say(error.said);
    throw error;
  }
};
const inWords = (refused: Promise<unknown>): Promise<unknown> =>
  refused.catch((error: Refusal) => {
    throw new Error(say(error.said));
  });

t.test('the first column is read, with or without a head, quotes, other columns and ends of lines', async (t) => {
  t.same(await listOf('a\nb\n'), asList('a', 'b'));
  t.same(await listOf('\uFEFFviewer_id,name\r\na,Ada\r\n"b ""x"", y";Bo\r\n\r\nc\td'), asList('a', 'b "x", y', 'c'));
  t.same(await listOf('b\na\nb\n'), asList('a', 'b'), 'each viewer counts once');
  t.same(await listOf(`${'ü'.repeat(128)}\n`), asList('ü'.repeat(128)));
});

t.test('a wrong line is named', async (t) => {
  t.equal(await refusal('a\n,x\n'), 'Line 2: the first column has no viewer ID.');
  t.equal(await refusal(`a\nb\n${'x'.repeat(129)}\n`), 'Line 3: a viewer id can be maximum 128 characters.');
  t.equal(await refusal('a\n"b\n'), "Line 2: a quote isn't closed.");
  t.equal(await refusal('a\nb\u0000\n'), "Line 2: the viewer ID contains a character that can't be stored.");
  t.equal(await refusal(`a\n${'y'.repeat(600_000)}`), 'Line 2: the line is too long.');
  t.match(await refusal(Buffer.from([0x61, 0x0a, 0xff, 0xfe])), /^Line \d+: the file isn't UTF-8 text/);
  t.equal(await refusal('viewer_id\n\n'), 'This file has no viewer IDs.');
  t.equal(await refusal(''), 'This file has no viewer IDs.');
});

t.test('the hash of a viewer follows from the secret and from the list', async (t) => {
  t.equal(hash('ada'), viewerHasher(secrets, 'one.csv')('ada'));
  t.not(hash('ada'), viewerHasher(secrets, 'two.csv')('ada'));
  t.not(hash('ada'), viewerHasher(secretsFrom(Buffer.alloc(48, 8)), 'one.csv')('ada'));
});

t.test('a million viewers are exactly a million hashes; one more is refused with its line', async (t) => {
  const write = async (count: number) => {
    const path = fresh();
    const out = createWriteStream(path);
    for (let at = 0; at < count; at += 1000)
      out.write(Array.from({ length: Math.min(1000, count - at) }, (_, one) => `viewer-${at + one}\n`).join(''));
    out.end();
    await finished(out);
    return path;
  };
  const to = fresh();
  const plain = (id: string) => BigInt(id.slice('viewer-'.length));
  t.equal(await makeViewerList(await write(1_000_000), to, hash, new AbortController().signal), 1_000_000);
  t.equal((await readFile(to)).length, 8_000_000);
  const tooMany = makeViewerList(await write(1_000_001), fresh(), plain, new AbortController().signal);
  await t.rejects(inWords(tooMany), { message: 'Line 1000001: a list can have up to 1,000,000 viewer IDs.' });
});

t.test('whoever cancels ends the reading', async (t) => {
  const path = fresh();
  await writeFile(path, Array.from({ length: 20_000 }, (_, at) => `v${at}\n`).join(''));
  await t.rejects(makeViewerList(path, fresh(), hash, AbortSignal.abort()), { name: 'AbortError' });
});

t.test('blank lines are counted, and given up when cancelled', async (t) => {
  const path = fresh();
  await writeFile(path, '\n'.repeat(1_000_001));
  const refused = makeViewerList(path, fresh(), hash, new AbortController().signal);
  await t.rejects(inWords(refused), { message: 'Line 1000001: a list can have up to 1,000,000 blank lines.' });
  const stop = new AbortController();
  setImmediate(() => setImmediate(() => stop.abort()));
  await t.rejects(makeViewerList(path, fresh(), hash, stop.signal), { name: 'AbortError' });
});

t.test('hashes are sorted whole, each once, while other work goes on', async (t) => {
  const path = fresh();
  const ids = Array.from({ length: 30_000 }, (_, at) => `v${at % 20_000}`);
  await writeFile(path, ids.join('\n'));
  const to = fresh();
  let going = true;
  let run = 0;
  let longest = 0;
  const turn = () => {
    run = 0;
    if (going) setImmediate(turn);
  };
  turn();
  const counted = (id: string) => {
    longest = Math.max(longest, ++run);
    return hash(id);
  };
  t.equal(await makeViewerList(path, to, counted, new AbortController().signal), 20_000);
  going = false;
  t.ok(longest < 6000, `${longest} viewers at a stretch`);
  const made = await readFile(to);
  const wanted = asList(...new Set(ids));
  t.ok(wanted.every((one, at) => made.readBigUInt64LE(at * 8) === one));
});
