import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import t, { type Test } from 'tap';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { resolveMedia } from '#kernel/media/media.ts';
import { type Person, startHarness, until } from '#ops/testing/harness.ts';
import { remakePicture } from './picture.ts';
import { form, movingPicture, picture, soundOnly, video } from './testing.ts';

const h = await startHarness(t, { parts: false, settings: { IMAGE_MAX_BYTES: '1000000', VIDEO_MAX_BYTES: '1400000' } });
const nora = await h.person();
const other = await h.person();
const { files, db } = h.kernel;
const address = await h.server.listen({ port: 0, host: '127.0.0.1' });

const send = async (as: Person | null, ...parts: Parameters<typeof form>) => {
  const { body, headers } = form(...parts);
  return h.inject('POST', '/api/upload', { as, body, headers });
};
const upload = (content: Buffer | string, filename = 'a.bin', as = nora) =>
  send(as, { name: 'file', content, filename, type: 'application/octet-stream' });
const keyOf = (url: string): string => mediaKeyOf(url)!;

/** Every file of the store, finished or not, and the number of uploads: what a refusal must not change. */
const everything = async () => {
  const root = join(files.temporary, '..');
  const names = await readdir(root, { recursive: true });
  const { rows } = await db.pool.query('select count(*)::int as uploads from upload');
  return { names: names.sort(), ...rows[0] };
};

const refused = async (
  t: Test,
  answer: Promise<Awaited<ReturnType<typeof upload>>>,
  status: number,
  code: string,
  name: string,
) => {
  const { statusCode, json } = await answer;
  const body = json();
  t.equal(statusCode, status, `${name}: ${body.message}`);
  t.equal(body.code, code, name);
};

t.test('every accepted picture is made anew and served as what it is', async (t) => {
  const types = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' } as const;
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    const answer = await upload(await picture(format), 'whatever.exe');
    t.equal(answer.statusCode, 200, format);
    const { data } = answer.json();
    t.match(data, { mime_type: types[format], width: 60, height: 40, duration_ms: null });
    t.notOk('thumbnail' in data);
    t.ok(data.file.startsWith(`${h.kernel.config.MEDIA_URL}/media/`));
    const served = await h.inject('GET', `/media/${keyOf(data.file)}`);
    t.equal(served.headers['content-type'], types[format]);
    t.equal(served.rawPayload.length, data.bytes);
  }
});

t.test('a picture may be smaller than the head that tells its type', async (t) => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  t.equal(gif.length, 42);
  const answer = await upload(gif, 'tiny.gif');
  t.match(answer.json().data, { mime_type: 'image/gif', width: 1, height: 1 }, answer.body);
});

t.test('pictures are turned upright and lose their metadata, animation stays', async (t) => {
  const turned = await sharp(await picture('jpeg'))
    .withExif({ IFD0: { Copyright: 'Nora', Orientation: '6' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { data } = (await upload(turned)).json();
  t.match(data, { width: 40, height: 60 });
  const kept = await sharp(files.path(keyOf(data.file))).metadata();
  t.equal(kept.exif, undefined);
  t.notOk(kept.orientation);
  for (const format of ['gif', 'webp'] as const) {
    const moving = (await upload(await movingPicture(format))).json().data;
    t.match(moving, { width: 20, height: 10 }, format);
    t.equal((await sharp(files.path(keyOf(moving.file))).metadata()).pages, 3, format);
  }
});

t.test('a good picture that there is no time for is not called damaged', async (t) => {
  const [path, made] = [files.temporaryPath(), files.temporaryPath()];
  // Noise as large as is allowed: more than two seconds of work.
  const raw = { width: 6300, height: 6300, channels: 3 as const };
  await sharp(randomBytes(6300 * 6300 * 3), { raw })
    .png({ compressionLevel: 0 })
    .toFile(path);
  const type = { extension: 'png', mime: 'image/png', kind: 'image' } as const;
  await t.rejects(remakePicture(path, made, type, 1), { code: 'Unavailable' });
  await Promise.all([rm(path), rm(made, { force: true })]);
});

t.test('every accepted video is probed, gets a poster and is kept in picture and sound', async (t) => {
  const types = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' } as const;
  for (const format of ['mp4', 'mov', 'webm'] as const) {
    const content = await video(format);
    const answer = await upload(content, 'v.txt');
    t.equal(answer.statusCode, 200, `${format} ${answer.body}`);
    const { data } = answer.json();
    t.match(data, { mime_type: types[format], width: 64, height: 48 });
    t.ok(Math.abs(data.duration_ms - 2000) < 150, `${data.duration_ms} ms`);
    t.equal((await readFile(files.path(keyOf(data.file)))).length, data.bytes);
    t.match(await sharp(files.path(keyOf(data.thumbnail))).metadata(), { format: 'jpeg', width: 64, height: 48 });
    t.equal((await h.inject('GET', `/media/${keyOf(data.file)}`)).headers['content-type'], types[format]);
  }
});

t.test('what is no accepted file is refused in words and nothing of it stays', async (t) => {
  const before = await everything();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
  const png = await picture('png', 200, 200);
  const mp4 = await video('mp4');
  const bomb = await sharp({
    create: { width: 14_000, height: 14_000, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const list = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n';
  const cases: [string, Buffer | string][] = [
    ['an SVG named .png', svg],
    ['an SVG with an XML head', `<?xml version="1.0"?>${svg}`],
    ['HTML named .jpg', '<!doctype html><script>alert(1)</script>'],
    ['an empty file', ''],
    ['one byte', 'x'],
    ['a playlist', list],
    ['a PDF', '%PDF-1.7\n%%EOF'],
    ['a truncated PNG', png.subarray(0, Math.floor(png.length / 2))],
    ['only the first bytes of a PNG', png.subarray(0, 8)],
    [
      'the first bytes of a JPEG before HTML',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(svg.repeat(5))]),
    ],
    ['the first bytes of a GIF before HTML', `GIF89a${svg.repeat(5)}`],
    ['196 million pixels', bomb],
    ['a truncated MP4', mp4.subarray(0, 600)],
    [
      'the first bytes of an MP4 before a playlist',
      Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42'), Buffer.from(list)]),
    ],
    [
      'the first bytes of a WebM before nothing',
      Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from('\x9f\x42\x82\x84webm')]),
    ],
    ['an AVIF picture', await sharp(png).avif({ effort: 0 }).toBuffer()],
    ['a TIFF picture', await sharp(png).tiff().toBuffer()],
    ['sound without a picture', await soundOnly()],
  ];
  for (const [name, content] of cases) await refused(t, upload(content, 'a.png'), 422, 'MediaRefused', name);
  t.same(await everything(), before);
});

t.test('an animation has at most 5,000 frames', async (t) => {
  const gif = (frames: number) =>
    Buffer.concat([
      Buffer.from('47494638396101000100800000000000ffffff', 'hex'),
      Buffer.alloc(frames * 15, '2c0000000001000100000202440100', 'hex'),
      Buffer.from(';'),
    ]);
  const many = await upload(gif(5001), 'a.gif');
  t.equal(many.statusCode, 422, many.body);
  t.match(many.json().message, /too many frames/);
  t.equal((await upload(gif(5000), 'a.gif')).statusCode, 200);
});

t.test('forms that are no upload are refused', async (t) => {
  const before = await everything();
  const png = await picture('png');
  const file = { name: 'file', content: png, filename: 'a.png', type: 'image/png' };
  await refused(t, send(nora), 422, 'Invalid', 'no field');
  await refused(t, send(nora, { ...file, name: 'picture' }), 422, 'Invalid', 'another field');
  await refused(t, send(nora, file, file), 422, 'Invalid', 'two files');
  await refused(t, send(nora, file, file, file, file, file), 422, 'Invalid', 'five files');
  await refused(t, send(nora, { name: 'file', content: 'text' }), 422, 'Invalid', 'a text for a file');
  await refused(t, send(nora, file, { name: 'account_id', content: 'x' }), 422, 'Invalid', 'one field too many');
  await refused(t, send(nora, { ...file, name: '__proto__' }), 400, 'MalformedRequest', 'a field of the prototype');
  const raw = (body: unknown, type: string) =>
    h.inject('POST', '/api/upload', { as: nora, body, headers: { 'content-type': type } });
  await refused(t, raw({ file: 'x' }, 'application/json'), 415, 'UnsupportedMediaType', 'JSON');
  await refused(t, raw(png, 'image/png'), 415, 'UnsupportedMediaType', 'a bare picture');
  await refused(t, raw('x', 'multipart/form-data'), 400, 'MalformedRequest', 'no boundary');
  await refused(t, raw('--x\r\nbroken', 'multipart/form-data; boundary=x'), 400, 'MalformedRequest', 'a broken form');
  const { body, headers } = form(file);
  // Two readers of one body would wait for each other, until the connection is cut.
  for (const coding of ['gzip', 'identity', 'none'])
    await refused(
      t,
      h.inject('POST', '/api/upload', { as: nora, body, headers: { ...headers, 'content-encoding': coding } }),
      415,
      'UnsupportedMediaType',
      `a form that is said to be packed (${coding})`,
    );
  await refused(
    t,
    raw(body.subarray(0, -30), headers['content-type']!),
    400,
    'MalformedRequest',
    'a form without an end',
  );
  await refused(t, send(null, file), 401, 'Unauthorized', 'nobody');
  t.same(await everything(), before);
});

t.test('what is too large is refused with its limit, each kind with its own', async (t) => {
  const before = await everything();
  const noise = await sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  t.ok(noise.length > 1_000_000);
  await refused(t, upload(noise), 413, 'TooLarge', 'a picture');
  await refused(t, upload(Buffer.concat([await video('mp4'), Buffer.alloc(1_400_000)])), 413, 'TooLarge', 'a video');
  await refused(t, upload(Buffer.alloc(3_000_000, 'x')), 422, 'MediaRefused', 'large and of no accepted type');
  t.same(await everything(), before);
  const long = Buffer.concat([await video('mp4'), Buffer.alloc(1_100_000)]);
  t.equal((await upload(long)).statusCode, 200, 'a video may be larger than a picture');
});

t.test('a refusal reaches a caller who is still sending, and the connection lives on', async (t) => {
  const { body, headers } = form({ name: 'file', content: Buffer.alloc(30_000_000, '<'), filename: 'a.jpg' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  const ask = (content: Buffer, type: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const options = {
        agent,
        method: 'POST',
        headers: { authorization: `Bearer ${nora.token}`, 'content-type': type },
      };
      const call = request(`${address}/api/upload`, options, async (answer) => {
        let text = '';
        for await (const chunk of answer) text += chunk;
        resolve({ status: answer.statusCode ?? 0, text });
      });
      call.on('error', reject).end(content);
    });
  const refusal = await ask(body, headers['content-type']!);
  t.equal(refusal.status, 422);
  t.match(refusal.text, 'MediaRefused');
  const good = form({ name: 'file', content: await picture('png'), filename: 'a.png' });
  t.equal((await ask(good.body, good.headers['content-type']!)).status, 200);
  t.same(await readdir(files.temporary), []);
});

t.test('the same content has one key, and each account only what it uploaded itself', async (t) => {
  const png = await picture('png', 33, 33);
  const first = (await upload(png)).json().data;
  t.same((await upload(png)).json().data, first);
  const known = (who: Person, url: string) => transaction(db, (trx) => resolveMedia(trx, who.account_id, url));
  t.match(await known(nora, first.file), { width: 33, mime_type: 'image/png' });
  await t.rejects(known(other, first.file), { code: 'UnknownMedia' });
  t.same((await upload(png, 'b.png', other)).json().data, first);
  t.match(await known(other, first.file), { width: 33 });
});

t.test('who may not upload is told so', async (t) => {
  const reader = await h.person({ account_id: nora.account_id, permissions: {} });
  await refused(t, upload(await picture('png'), 'a.png', reader), 403, 'PermissionDenied', 'somebody without a role');
});

t.test('files are served in ranges, cached for good, and run nothing', async (t) => {
  const { file } = (await upload(await video('mp4', ['-b:v', '100k']))).json().data;
  const url = `/media/${keyOf(file)}`;
  const whole = await h.inject('GET', url);
  t.equal(whole.statusCode, 200);
  t.match(whole.headers, {
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
  });
  const part = await h.inject('GET', url, { headers: { range: 'bytes=10-19' } });
  t.equal(part.statusCode, 206);
  t.equal(part.headers['content-range'], `bytes 10-19/${whole.rawPayload.length}`);
  t.ok(part.rawPayload.equals(whole.rawPayload.subarray(10, 20)));
  const tail = await h.inject('GET', url, { headers: { range: 'bytes=-5' } });
  t.ok(tail.rawPayload.equals(whole.rawPayload.subarray(-5)));
  const beyond = await h.inject('GET', url, { headers: { range: 'bytes=99999999-' } });
  t.equal(beyond.statusCode, 416);
  t.equal(beyond.headers['content-range'], `bytes */${whole.rawPayload.length}`);
  const two = await h.inject('GET', url, { headers: { range: 'bytes=0-1,4-5' } });
  t.equal(two.statusCode, 200, 'several ranges are answered with the whole');
  t.equal(two.headers['content-range'], undefined);
  const known = await h.inject('GET', url, { headers: { 'if-none-match': String(whole.headers.etag) } });
  t.equal(known.statusCode, 304);
  const head = await h.inject('HEAD', url);
  t.equal(head.headers['content-length'], String(whole.rawPayload.length));
  t.equal(head.rawPayload.length, 0);
  const hidden = async (ending: string): Promise<string> => {
    const path = h.kernel.files.temporaryPath();
    await writeFile(path, ending);
    return `/media/${await h.kernel.files.store(path, ending)}`;
  };
  for (const bad of [
    `/media/${'0'.repeat(64)}.png`,
    '/media/nothing',
    '/media/..%2f..%2fsecrets',
    `/media/${keyOf(file)}x`,
    '/media/unfinished',
    ...(await Promise.all(['csv', 'sip', 'ids', 'json'].map(hidden))),
  ])
    t.match(await h.inject('GET', bad), { statusCode: 404, headers: { 'cache-control': 'no-store' } }, bad);
});

t.test('an upload that breaks off leaves nothing behind', async (t) => {
  const before = await everything();
  const { port } = new URL(address);
  const half = async (content: Buffer, share: number) => {
    const { body, headers } = form({ name: 'file', content, filename: 'a' });
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    const lines = [
      `POST /api/upload HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${nora.token}`,
      `content-type: ${headers['content-type']}`,
      `content-length: ${body.length}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(body.subarray(0, Math.floor(body.length * share)));
    return socket;
  };
  const png = await picture('png', 200, 200);
  const socket = await half(png, 0.7);
  await until(async () => (await readdir(files.temporary)).length > 0, 'the upload to begin');
  socket.destroy();
  await until(async () => (await readdir(files.temporary)).length === 0, 'the unfinished file to go');
  const late = await half(await video('mp4', ['-metadata', 'title=late']), 1);
  await until(async () => (await readdir(files.temporary)).length > 0, 'the video to arrive');
  late.destroy();
  await until(async () => (await readdir(files.temporary)).length === 0, 'the unfinished video to go');
  t.same(await everything(), before);
});
