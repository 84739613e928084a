import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import t from 'tap';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import { buildServer } from '#kernel/http/server.ts';
import { startHarness, until } from '#ops/testing/harness.ts';
import { collectUploads } from './garbage-collector.ts';
import { refuseWhenFull, reserveUpload } from './quota.ts';
import { mediaRoutes } from './routes.ts';
import { form, picture, video } from './testing.ts';

const h = await startHarness(t, {
  parts: false,
  settings: { UPLOAD_GB_PER_DAY: '2', STORAGE_GB: '1', PUBLIC_URL: 'https://stories.example' },
});
const { files, db } = h.kernel;
// A machine without an ffmpeg of its own; looked for at the first call.
process.env.PATH = '';
const address = await h.server.listen({ port: 0, host: '127.0.0.1' });
const gigabyte = 1024 ** 3;
const megabyte = 1024 ** 2;
type Person = Awaited<ReturnType<typeof h.person>>;

const upload = async (as: Person, content: Buffer | string, type = 'application/octet-stream') => {
  const { body, headers } = form({ name: 'file', content, filename: 'a', type });
  return h.inject('POST', '/api/upload', { as, body, headers });
};
/** Makes an account hold one more file of so many bytes. */
const hold = ({ account_id }: Person, bytes: number, key = 'a'.repeat(64)) =>
  db.query
    .insertInto('upload')
    .values({ account_id, key: `${key}.png`, mime_type: 'image/png', bytes, created_at: new Date(h.kernel.now()) })
    .execute();
const rooms = async () =>
  (await db.pool.query<{ n: number }>('select count(*)::int as n from upload_reservation')).rows[0]!.n;
const today = async ({ account_id }: Person) =>
  (await db.pool.query<{ bytes: number }>('select bytes from upload_day where account_id = $1', [account_id])).rows;

/** Sends the head of an upload and its first bytes, and nothing more; answers what comes back. */
const begin = (as: Person, length: number, first = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const lines = [
      'POST /api/upload HTTP/1.1',
      'host: x',
      `authorization: Bearer ${as.token}`,
      'content-type: multipart/form-data; boundary=x',
      `content-length: ${length}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${first}`);
    socket.on('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString());
    });
  });

/** Sends a list of viewers without saying how long it is; answers the status and the body. */
const stream = (as: Person, content: Buffer): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { body, headers } = form({ name: 'file', content, filename: 'a.csv', type: 'text/csv' });
    const call = request(
      `${address}/api/upload`,
      { method: 'POST', headers: { authorization: `Bearer ${as.token}`, ...headers } },
      async (answer) => {
        let text = '';
        for await (const chunk of answer) text += chunk;
        resolve({ status: answer.statusCode ?? 0, text });
      },
    );
    call.on('error', reject);
    // Written in pieces, so that no length is announced.
    call.write(body.subarray(0, 1000));
    call.end(body.subarray(1000));
  });

t.test('storage that is full refuses before a byte is read, and is free again when the sweeper has been', async (t) => {
  const nora = await h.person();
  const png = await picture('png');
  await hold(nora, gigabyte - 100);
  const answer = await begin(nora, 5000);
  t.match(answer, /^HTTP\/1.1 409 /);
  t.match(answer, /QuotaReached.*storage of 1 GB is full/s);
  t.equal((await upload(await h.person(), png)).statusCode, 200, 'another account has its own');
  t.equal((await upload(nora, png)).statusCode, 409);
  t.same(await today(nora), []);
  t.equal(await rooms(), 0);
  const later = h.kernel.now() + 49 * 3_600_000;
  await collectUploads(h.kernel, later);
  t.equal((await upload(nora, png)).statusCode, 200);
});

t.test('what an account uploads counts for the day each time, its files for the storage once', async (t) => {
  const nora = await h.person();
  const png = await picture('png', 61, 50);
  for (const times of [1, 2]) {
    t.equal((await upload(nora, png)).statusCode, 200);
    t.same(await today(nora), [{ bytes: times * png.length }]);
  }
  const { rows } = await db.pool.query('select count(*)::int as files from upload where account_id = $1', [
    nora.account_id,
  ]);
  t.same(rows, [{ files: 1 }]);
  await db.pool.query('update upload_day set bytes = $2 where account_id = $1', [nora.account_id, 2 * gigabyte]);
  const refused = await upload(nora, png);
  t.equal(refused.statusCode, 409);
  t.match(refused.json(), { code: 'QuotaReached', message: /upload limit of 2 GB for today/ });
  await db.pool.query('update upload_day set day = day - 1 where account_id = $1', [nora.account_id]);
  t.equal((await upload(nora, png)).statusCode, 200, 'the next day');
});

t.test('uploads side by side see the room that the others have taken', async (t) => {
  const { account_id } = await h.person();
  const asked = await Promise.allSettled(
    Array.from({ length: 12 }, () => reserveUpload(h.kernel, account_id, 300 * megabyte)),
  );
  const taken = asked.filter((one) => one.status === 'fulfilled').map((one) => one.value);
  t.equal(taken.length, 3, 'of 1024 MB');
  for (const one of asked) if (one.status === 'rejected') t.equal(one.reason.code, 'QuotaReached');
  await taken[0]!.release();
  const next = await reserveUpload(h.kernel, account_id, 300 * megabyte);
  await Promise.all([...taken, next].map((one) => one.release()));
  t.equal(await rooms(), 0);
  const left = await reserveUpload(h.kernel, account_id, 900 * megabyte);
  await t.rejects(reserveUpload(h.kernel, account_id, 900 * megabyte), { code: 'QuotaReached' });
  const anHourLater = { ...h.kernel, now: () => h.kernel.now() + 61 * 60_000 };
  await (await reserveUpload(anHourLater, account_id, 900 * megabyte)).release();
  await left.release();
});

t.test('an upload that does not say its length is refused while it streams', async (t) => {
  const nora = await h.person();
  await hold(nora, gigabyte - 17 * megabyte, 'b'.repeat(64));
  const line = Buffer.from('viewer-of-somebody\n');
  const short = await stream(nora, line);
  t.equal(short.status, 200, short.text);
  const long = await stream(nora, Buffer.alloc(18 * megabyte, line));
  t.equal(long.status, 409, long.text);
  t.match(long.text, 'QuotaReached');
  t.equal(await rooms(), 0);
  t.same(await readdir(files.temporary), []);
});

t.test('an upload that breaks off or is refused gives its room back and counts for nothing', async (t) => {
  const nora = await h.person();
  t.equal((await upload(nora, 'no picture at all')).statusCode, 422);
  t.equal(await rooms(), 0);
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => {});
  const head = ['POST /api/upload HTTP/1.1', 'host: x', `authorization: Bearer ${nora.token}`];
  const body = ['content-type: multipart/form-data; boundary=x', 'content-length: 9000000'];
  socket.write(`${[...head, ...body].join('\r\n')}\r\n\r\n${part}`);
  socket.write(await picture('png', 200, 200));
  await until(async () => (await rooms()) === 1, 'the room to be taken');
  socket.destroy();
  await until(async () => (await rooms()) === 0, 'the room to be given back');
  t.same(await today(nora), []);
});

t.test('a large upload is refused when the disk would be nearly full', async (t) => {
  const free = async () => 6 * gigabyte;
  await refuseWhenFull('/', 400 * megabyte, 20 * megabyte, free);
  await refuseWhenFull('/', 10 * megabyte, 20 * megabyte, async () => 0);
  await t.rejects(refuseWhenFull('/', 600 * megabyte, 20 * megabyte, free), { code: 'DiskFull' });
  await t.rejects(refuseWhenFull(files.temporary, 1e15, 20 * megabyte), { code: 'DiskFull' }, 'as this disk is');
});

t.test('a server that others reach takes videos with an ffmpeg of its own system only', async (t) => {
  const nora = await h.person();
  const refused = await upload(nora, await video('mp4'));
  t.equal(refused.statusCode, 503);
  t.match(refused.json(), { code: 'Unavailable', message: /only has an old ffmpeg.* Install ffmpeg/ });
  t.equal((await upload(nora, await picture('png'))).statusCode, 200, 'pictures need none');
  t.equal(await rooms(), 0);
  t.same(await readdir(files.temporary), []);
});

t.test('one address gets so many files a second', async (t) => {
  const limited = { ...h.kernel, config: { ...h.config, LIMIT_DELIVERY: 3 } };
  const server = await buildServer(limited, [mediaRoutes]);
  t.teardown(() => server.close());
  const { file } = (await upload(await h.person(), await picture('png'))).json().data;
  const ask = (remoteAddress: string) =>
    server
      .inject({ method: 'GET', url: `/media/${mediaKeyOf(file)}`, remoteAddress })
      .then(({ statusCode }) => statusCode);
  const second = () => Math.floor(performance.now() / 1000);
  const first = second();
  const codes = await Promise.all(Array.from({ length: 30 }, () => ask('192.0.2.1')));
  const seconds = second() - first + 1;
  const through = codes.filter((code) => code === 200).length;
  t.ok(through >= 3 && through <= 3 * seconds, `${through} of 30 in ${seconds} s`);
  t.equal(codes.filter((code) => code === 429).length, 30 - through);
  t.equal(await ask('192.0.2.2'), 200, 'another address has its own');
});

t.test('an account has a hundred uploads under way at most, and others are not held up', async (t) => {
  const [nora, ben] = [await h.person(), await h.person()];
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  const dripping = Array.from({ length: 100 }, () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
    const lines = [
      'POST /api/upload HTTP/1.1',
      'host: x',
      `authorization: Bearer ${nora.token}`,
      'content-type: multipart/form-data; boundary=x',
      'content-length: 1000',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${head}`);
    return socket;
  });
  await until(async () => (await rooms()) === 100, 'a hundred uploads under way');
  t.match(await begin(nora, 1000, head), /^HTTP\/1\.1 429 .*retry-after: 5/is);
  t.equal((await upload(ben, await picture('png'))).statusCode, 200, 'another account uploads');
  for (const socket of dripping) socket.destroy();
  await until(async () => (await rooms()) === 0, 'the room of those who left');
  t.equal((await upload(nora, await picture('png'))).statusCode, 200);
});
