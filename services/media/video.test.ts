import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import t from 'tap';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import { mediaTypeOf } from '#kernel/media/media-type.ts';
import { startHarness, until } from '#ops/testing/harness.ts';
import { cleanStoredVideos } from './clean-stored-videos.ts';
import { collectUploads, startMediaGarbageCollector } from './garbage-collector.ts';
import { isPlain } from './remux.ts';
import { sandboxesHere, unsandboxed } from './sandbox.ts';
import { asTakenUpright, form, planted, plantedVideo, taggedWebm } from './testing.ts';
import { locateTool, runLimited } from './tools.ts';
import { probe } from './video.ts';
import { openTools, videoTools } from './video-tools.ts';

const h = await startHarness(t, { parts: false });
const nora = await h.person();
const { files, db, config } = h.kernel;
const tools = videoTools(h.kernel);
const { signal } = new AbortController();

const upload = async (content: Buffer) => {
  const { body, headers } = form({ name: 'file', content, filename: 'v', type: 'application/octet-stream' });
  return h.inject('POST', '/api/upload', { as: nora, body, headers });
};
const probed = (key: string) => probe(tools, files.path(key), typeOf(key), signal);
const typeOf = (key: string) => {
  const head = key.endsWith('webm')
    ? '\x1a\x45\xdf\xa3webm'
    : key.endsWith('mov')
      ? '\0\0\0\x14ftypqt  '
      : '\0\0\0\x14ftypisom';
  return mediaTypeOf(Buffer.from(head, 'latin1'))!;
};
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const leaks = (content: Buffer) => [planted, '51.5', 'Lavf59', 'handler'].filter((word) => content.includes(word));

/** The colour at a place of a picture, by its strongest part. */
const colourAt = async (picture: Buffer, left: number, top: number): Promise<'red' | 'blue'> => {
  const { data } = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data[0]! > data[2]! ? 'red' : 'blue';
};

/** Puts a video into the store as it came, as it was done before videos lost their metadata; answers its key. */
const storeAsItCame = async (content: Buffer, extension: string): Promise<string> => {
  const path = files.temporaryPath();
  await writeFile(path, content);
  const key = await files.store(path, extension);
  const row = { key, mime_type: typeOf(key).mime, width: 64, height: 48, duration_ms: 1000, bytes: content.length };
  await db.query
    .insertInto('upload')
    .values({ account_id: nora.account_id, ...row, thumbnail: null })
    .execute();
  return key;
};
const etagOf = async (key: string) => String((await h.inject('HEAD', `/media/${key}`)).headers.etag);
const noted = async (key: string) =>
  (await db.pool.query('select sha256, done_at is not null as done from video_cleaning where key = $1', [key])).rows;

t.test('an uploaded video is kept in picture and sound alone, the same upload as the same file', async (t) => {
  for (const format of ['mp4', 'mov', 'webm'] as const) {
    const content = await plantedVideo(format);
    t.ok(content.includes(planted), 'it was planted');
    const answer = await upload(content);
    t.equal(answer.statusCode, 200, answer.body);
    const { file, thumbnail, bytes } = answer.json().data;
    const key = mediaKeyOf(file)!;
    const kept = await readFile(files.path(key));
    t.same(leaks(kept), [], format);
    const found = await probed(key);
    t.ok(isPlain(found), JSON.stringify(found));
    t.same(found.streams.map((one) => one.codec_type).sort(), ['audio', 'video']);
    t.same(found.chapters, []);
    t.equal(sha256(kept), key.slice(0, 64), 'its key is the hash of what is kept');
    t.equal(bytes, kept.length);
    if (format !== 'webm') t.ok(kept.indexOf('moov') < kept.indexOf('mdat'), 'it plays before it has come whole');
    t.equal((await upload(content)).json().data.file, file);
    t.equal(await colourAt(await readFile(files.path(mediaKeyOf(thumbnail)!)), 3, 3), 'red');
    t.same(await noted(key), [{ sha256: sha256(kept), done: true }]);
  }
});

t.test('a turned video stays turned: facts and poster stand upright', async (t) => {
  for (const format of ['mp4', 'mov'] as const) {
    const answer = await upload(asTakenUpright(await plantedVideo(format)));
    const { data } = answer.json();
    t.match(data, { width: 48, height: 64 }, answer.body);
    const turn = (await probed(mediaKeyOf(data.file)!)).streams[0]!.side_data_list![0]!.rotation!;
    t.equal(turn, -90);
    const poster = await readFile(files.path(mediaKeyOf(data.thumbnail)!));
    t.match(await sharp(poster).metadata(), { width: 48, height: 64 });
    t.equal(await colourAt(poster, 44, 3), 'red', 'its top left corner is at the right now');
    t.equal(await colourAt(poster, 3, 3), 'blue');
  }
  // Of older phones only a tag at the head of the file says it.
  for (const [format, tag, turn] of [
    ['mp4', '90', -90],
    ['mov', '270', 90],
  ] as const) {
    const old = await plantedVideo(format, ['-movflags', 'use_metadata_tags', '-metadata', `rotate=${tag}`]);
    const answer = await upload(old);
    t.equal(answer.statusCode, 200, answer.body);
    const { data } = answer.json();
    t.match(data, { width: 48, height: 64 }, `${format} with a tag of ${tag}`);
    const [stream] = (await probed(mediaKeyOf(data.file)!)).streams;
    t.equal(stream!.side_data_list?.[0]?.rotation, turn, 'the stored file has a display matrix');
    const poster = await readFile(files.path(mediaKeyOf(data.thumbnail)!));
    t.match(await sharp(poster).metadata(), { width: 48, height: 64 });
    t.equal(await colourAt(poster, turn === -90 ? 44 : 3, turn === -90 ? 3 : 60), 'red', 'where its corner is now');
  }
  const tagged = await taggedWebm(90);
  const { data } = (await upload(tagged)).json();
  t.equal((await probed(mediaKeyOf(data.file)!)).streams[0]!.tags.ROTATE, '90', 'WebM has a tag for it');
});

t.test('a video that cannot be written anew is refused, and nothing of it stays', async (t) => {
  const before = await readdir(join(files.temporary, '..'), { recursive: true });
  const mpeg4 = await plantedVideo('webm', ['-c:v', 'mpeg4']);
  const answer = await upload(mpeg4);
  t.equal(answer.statusCode, 422);
  t.match(answer.json(), { code: 'MediaRefused', message: /can't remove the metadata/ });
  t.same(await readdir(join(files.temporary, '..'), { recursive: true }), before);
});

t.test('a stored video is cleaned under its key once, whatever interrupts it', async (t) => {
  for (const format of ['mp4', 'webm'] as const) {
    const content = await plantedVideo(format, ['-metadata', `comment=${randomBytes(8).toString('hex')}`]);
    const key = await storeAsItCame(content, format);
    const etag = await etagOf(key);
    const reader = await open(files.path(key));
    const stopped = AbortSignal.abort();
    await t.rejects(cleanStoredVideos(h.kernel, stopped));
    const killed = (replace: typeof files.replace) => ({ ...h.kernel, files: { ...files, replace } });
    const dead = () => Promise.reject(new Error('killed'));
    t.same(await cleanStoredVideos(killed(dead), signal), { cleaned: 0, refused: 0 }, 'before the rename');
    t.equal(await etagOf(key), etag);
    const late = (...given: Parameters<typeof files.replace>) => files.replace(...given).then(dead);
    t.same(await cleanStoredVideos(killed(late), signal), { cleaned: 0, refused: 0 }, 'after the rename');
    const clean = await readFile(files.path(key));
    const next = await etagOf(key);
    t.not(next, etag);
    t.same(await noted(key), [{ sha256: sha256(clean), done: false }]);
    t.same(await cleanStoredVideos(h.kernel, signal), { cleaned: 1, refused: 0 });
    t.same(await cleanStoredVideos(h.kernel, signal), { cleaned: 0, refused: 0 });
    t.equal(await etagOf(key), next, 'the file has changed once');
    t.ok(clean.equals(await readFile(files.path(key))));
    t.same(leaks(clean), []);
    t.same(await noted(key), [{ sha256: sha256(clean), done: true }]);
    const { rows } = await db.pool.query('select bytes from upload where key = $1', [key]);
    t.same(rows, [{ bytes: clean.length }]);
    t.ok(content.equals(await reader.readFile()), 'who reads the old file reads it to its end');
    await reader.close();
    const revalidated = await h.inject('GET', `/media/${key}`, { headers: { 'if-none-match': etag } });
    t.ok(revalidated.rawPayload.equals(clean), 'who has the old one gets the new one');
  }
  t.same(await readdir(files.temporary), []);
});

t.test('two processes clean a stored video once; one that cannot be cleaned stays as it came', async (t) => {
  const [good, bad] = [await plantedVideo('mov'), await plantedVideo('webm', ['-c:v', 'mpeg4'])];
  const [key, odd] = [await storeAsItCame(good, 'mov'), await storeAsItCame(bad, 'webm')];
  let replaced = 0;
  const counting = (...given: Parameters<typeof files.replace>) => {
    replaced += 1;
    return files.replace(...given);
  };
  const kernel = { ...h.kernel, files: { ...files, replace: counting } };
  const parts = await Promise.all([startMediaGarbageCollector(kernel), startMediaGarbageCollector(kernel)]);
  await until(async () => (await noted(key))[0]?.done && (await noted(odd))[0]?.done, 'both to be done');
  await Promise.all(parts.map((part) => part.stop()));
  t.equal(replaced, 1);
  t.same(leaks(await readFile(files.path(key))), []);
  t.same(await noted(odd), [{ sha256: null, done: true }]);
  t.ok(bad.equals(await readFile(files.path(odd))));
});

t.test('a stored video for which the disk has no room is tried again', async (t) => {
  const key = await storeAsItCame(await plantedVideo('mp4', ['-metadata', 'comment=room']), 'mp4');
  const full = { ...tools, freeBytes: async () => 1024 * 1024 };
  t.same(await cleanStoredVideos(h.kernel, signal, full), { cleaned: 0, refused: 0 });
  t.same(await noted(key), []);
  t.same(await cleanStoredVideos(h.kernel, signal), { cleaned: 1, refused: 0 });
});

t.test('a stored video whose upload ends while it is cleaned goes with it', async (t) => {
  const key = await storeAsItCame(await plantedVideo('mp4', ['-metadata', 'comment=ended']), 'mp4');
  const swept = async (...given: Parameters<typeof files.replace>) => {
    await db.query.deleteFrom('upload').where('key', '=', key).execute();
    t.ok(await files.remove(key, Date.now() + 1000));
    await files.replace(...given);
  };
  await cleanStoredVideos({ ...h.kernel, files: { ...files, replace: swept } }, signal);
  t.ok(await stat(files.path(key)));
  await utimes(files.path(key), new Date(0), new Date(0));
  await collectUploads(h.kernel, Date.now() + 3_600_000);
  await t.rejects(stat(files.path(key)), { code: 'ENOENT' });
  t.same(await noted(key), []);
});

t.test('the child that reads a video sees neither the secrets nor the network', async (t) => {
  const secret = join(config.DATA_DIR, 'root.secret');
  let calls = 0;
  const page = createServer((_, answer) => {
    calls += 1;
    answer.end('x'.repeat(1000));
  });
  await new Promise<void>((listening) => page.listen(0, '127.0.0.1', listening));
  t.teardown(() => page.close());
  const web = `http://127.0.0.1:${(page.address() as AddressInfo).port}/`;
  const failed = { message: /ended with/ };
  // Reads a file as raw sound and writes it as it is: whatever it can open comes out.
  const copy = (from: string) => (_: string, to: string) => [
    ...['-v', 'quiet', '-nostdin', '-f', 'u8', '-i', from, '-c', 'copy', '-f', 'u8', '-y', `file:${to}`],
  ];
  const input = files.temporaryPath();
  const output = files.temporaryPath();
  await writeFile(input, 'its own file');
  t.teardown(() => Promise.all([input, output].map((one) => rm(one, { force: true }))));
  const read = async (jailed: ReturnType<typeof openTools>, from: string | null) => {
    await rm(output, { force: true });
    const args = (own: string, to: string) => copy(from ?? `file:${own}`)(own, to);
    await jailed.run('ffmpeg', { input, output, args }, signal);
    return readFile(output, 'utf8');
  };
  const open = openTools(h.kernel, { trySandboxes: async () => unsandboxed });
  t.equal((await read(open, `file:${secret}`)).length, (await stat(secret)).size, 'without a sandbox it reads all');
  await read(open, web);
  t.equal(calls, 1, 'and reaches this machine');

  const chosen = await tools.sandbox();
  const usable = [];
  for (const sandbox of await sandboxesHere(config.DATA_DIR)) {
    const jailed = openTools(h.kernel, { trySandboxes: async () => sandbox });
    const works = await read(jailed, null).catch(() => null);
    if (works === null) continue;
    usable.push(sandbox.mode);
    t.equal(works, 'its own file', sandbox.mode);
    await t.rejects(read(jailed, `file:${secret}`), failed, `${sandbox.mode}: the root secret`);
    await t.rejects(read(jailed, 'file:/etc/passwd'), failed, `${sandbox.mode}: the machine's files`);
    await t.rejects(read(jailed, web), failed, `${sandbox.mode}: a port of this machine`);
    const spoil = (own: string) => ['-v', 'quiet', '-f', 'lavfi', '-i', 'sine=d=1', '-f', 'u8', '-y', `file:${own}`];
    await t.rejects(jailed.run('ffmpeg', { input, args: spoil }, signal), failed, 'its file cannot be written');
    t.equal(await readFile(input, 'utf8'), 'its own file');
  }
  t.equal(calls, 1);
  t.equal(chosen.mode, usable[0] ?? 'none', 'the better one that works here is in use');
  const warnings = (await tools.warnings()).join();
  t.equal(/user namespaces/.test(warnings), chosen.mode === 'none', warnings);
  t.equal(/old ffmpeg/.test(warnings), (await locateTool('ffmpeg')).packaged, warnings);
});

t.test('what a tool has started ends with it, when the caller goes and when its time is up', async (t) => {
  // A sandbox ended while it is made leaves such a one: it waits for its parent, and holds the pipe that we read.
  const noted = files.temporaryPath();
  t.teardown(() => rm(noted, { force: true }));
  const command = ['/bin/sh', '-c', 'sleep 300 & echo $! > "$0"; wait', noted];
  const started = async () => Number(await readFile(noted, 'utf8').catch(() => ''));
  for (const reason of ['the caller', 'the time'] as const) {
    await rm(noted, { force: true });
    const gone = new AbortController();
    const wallMs = reason === 'the time' ? 500 : 300_000;
    let error: unknown;
    runLimited(command, { cpuSeconds: 5, wallMs }, gone.signal).catch((caught) => {
      error = caught;
    });
    await until(async () => (await started()) > 0, 'the command to begin');
    const pid = await started();
    if (reason === 'the caller') gone.abort();
    // Whoever holds the pipe keeps it from closing, and the command from ending.
    await until(() => error !== undefined, `the command to end with ${reason}`, 5000).catch((late) => {
      process.kill(pid, 'SIGKILL');
      throw late;
    });
    t.match(error, reason === 'the time' ? { late: true } : { name: 'AbortError' }, reason);
  }
});

t.test('only what was looked at is called damaged: what was not begun or had no time can be tried again', async (t) => {
  const path = files.temporaryPath();
  t.teardown(() => rm(path, { force: true }));
  await writeFile(path, Buffer.alloc(3000, 7));
  const ended = async (script?: string) => {
    const command = () => ['/bin/sh', '-c', script!];
    const sandbox = script === undefined ? unsandboxed : { ...unsandboxed, command };
    const own = openTools(h.kernel, { trySandboxes: async () => sandbox });
    return probe(own, path, typeOf('a.mp4'), signal).catch((error) => error);
  };
  const [damaged, later] = [{ code: 'MediaRefused' }, { code: 'Unavailable', message: /Try again/ }];
  t.match(await ended(), damaged, 'the tool has read it');
  t.match(await ended('exit 1'), later, 'a sandbox that could not be made');
  t.match(await ended('kill -KILL $$'), later, 'ended by a limit of time');
  t.match(await ended('kill -ABRT $$'), damaged, 'a file that breaks the tool');
});

t.test('the old build of the packages reads no files of strangers where others reach the server', async (t) => {
  const old = { locate: async () => ({ path: '/nowhere', packaged: true }) };
  const at = (HOST: string, PUBLIC_URL: string) =>
    openTools({ files, config: { ...config, loopback: HOST === '127.0.0.1', PUBLIC_URL } }, old);
  for (const exposed of [at('0.0.0.0', 'http://127.0.0.1:4000'), at('127.0.0.1', 'https://stories.example')]) {
    await t.rejects(exposed.ready(), { code: 'Unavailable', message: /Install ffmpeg/ });
    const errand = { input: '/x', args: () => [] };
    await t.rejects(exposed.run('ffprobe', errand, signal), { code: 'Unavailable' });
    t.match(await exposed.warnings(), [/Install ffmpeg/]);
  }
  const local = at('127.0.0.1', 'http://localhost:4000');
  await local.ready();
  t.match(await local.warnings(), [/old ffmpeg/]);
});
