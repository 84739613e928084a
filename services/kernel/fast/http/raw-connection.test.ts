import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import t from 'tap';
import type { Server } from '../../http/types.ts';
import { delay } from '../../platform/delay.ts';
import { type FastHandler, staticHeaders } from './fast-response.ts';
import { serveRawConnections, type Timeouts } from './raw-connection.ts';
import { parseRequestHead } from './request-head.ts';

const headers = staticHeaders(['content-type', 'text/plain', 'x-from', 'handler']);
const large = Buffer.alloc(4_000_000, 'x');

/** A server that answers /sdk/…; a held POST waits until it is let go. */
const start = async (t: { after(end: () => unknown): void }, timeouts?: Timeouts) => {
  const server = Fastify({ forceCloseConnections: 'idle', keepAliveTimeout: 65_000 });
  const waiting: (() => void)[] = [];
  server.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request: unknown, body: unknown) => body);
  server.all('/*', async (request) => `framework ${request.method} ${request.url} ${String(request.body ?? '')}`);
  const handler: FastHandler = ({ method, url }) => {
    if (!url.startsWith('/sdk/')) return null;
    return (body) => {
      const content = url === '/sdk/large' ? large : Buffer.from(`handler ${method} ${url} ${body}`);
      const answer = {
        status: 200,
        headers,
        extraHeaders: staticHeaders(['content-length', String(content.length)]),
        body: content,
      };
      if (url !== '/sdk/held') return answer;
      return new Promise((done) => waiting.push(() => done(answer)));
    };
  };
  serveRawConnections(server as unknown as Server, [handler], timeouts);
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => server.close());
  return { server, port: Number(new URL(address).port), waiting };
};

const open = async (port: number) => {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  /** What came until it holds `words`, or until the end. */
  const until = async (words: string): Promise<string> => {
    while (!text.includes(words)) if (await ended(socket)) return text;
    return text;
  };
  return { socket, until, all: () => text };
};
const ended = (socket: Socket): Promise<boolean> =>
  new Promise((done) => {
    if (socket.closed) return done(true);
    const yes = () => done(true);
    socket.once('close', yes);
    socket.once('data', () => {
      socket.off('close', yes);
      done(false);
    });
  });

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

t.test('a head is plain only when it can be read in one way', async (t) => {
  const read = (text: string) => parseRequestHead(Buffer.from(text, 'latin1'));
  const head = 'GET /a?b=1 HTTP/1.1\r\nHOST:  x \r\nIf-None-Match:"é"\r\n\r\n';
  const plain = read(`${head}rest`)!;
  t.match(plain, { method: 'GET', url: '/a?b=1', headBytes: head.length, bodyBytes: 0 });
  t.same({ ...plain.headers }, { host: 'x', 'if-none-match': '"é"' });
  t.match(read('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\nConnection: Keep-Alive\r\n\r\n'), {
    bodyBytes: 12,
  });
  for (const text of [
    'GET / HTTP/1.1\r\nHost: x\r\n',
    'GET / HTTP/1.0\r\nHost: x\r\n\r\n',
    'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET  / HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /é HTTP/1.1\r\nHost: x\r\n\r\n',
    '\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: \r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nAccept : y\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\0\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(9000)}\r\n\r\n`,
  ])
    t.equal(read(text), null, JSON.stringify(text.slice(0, 70)));
});

t.test('plain requests are answered in order on a kept connection, bodies in pieces too', async (t) => {
  const { port, waiting } = await start(t);
  const one = await open(port);
  one.socket.write(get('/sdk/a'));
  t.match(
    await one.until('/sdk/a '),
    /^HTTP\/1\.1 200 OK\r\n.*x-from: handler\r\n.*date: .* GMT\r\nconnection: keep-alive/s,
  );
  const body = post('/sdk/b', 'hello there');
  one.socket.write(body.slice(0, -6));
  one.socket.write(body.slice(-6, -2));
  one.socket.write(body.slice(-2));
  await one.until('POST /sdk/b hello there');
  one.socket.write(post('/sdk/held', 'first'));
  while (waiting.length === 0) await new Promise((done) => setImmediate(done));
  one.socket.write(get('/sdk/second'));
  one.socket.write(get('/sdk/third'));
  await new Promise((done) => setImmediate(done));
  waiting[0]!();
  const all = await one.until('/sdk/third ');
  t.ok(all.indexOf('/sdk/held first') < all.indexOf('GET /sdk/second'));
  t.ok(all.indexOf('GET /sdk/second') < all.indexOf('/sdk/third '));
  one.socket.destroy();
});

t.test('who asks on while his answer and others are sent gets his, and nobody gets one twice', async (t) => {
  const { port, waiting } = await start(t);
  const callers = await Promise.all(Array.from({ length: 8 }, () => open(port)));
  for (const [index, one] of callers.entries()) one.socket.write(post('/sdk/held', `caller ${index}`));
  while (waiting.length < 8) await new Promise((done) => setImmediate(done));
  for (const one of callers.slice(4)) one.socket.write(get('/sdk/next'));
  await delay(50);
  for (const go of waiting) go();
  for (const [index, one] of callers.entries()) {
    await one.until(index < 4 ? `caller ${index}` : 'GET /sdk/next');
    one.socket.write(get('/sdk/last'));
    const all = await one.until('GET /sdk/last');
    t.equal(all.match(/HTTP\/1\.1 200/g)?.length, index < 4 ? 2 : 3, `caller ${index}`);
    t.equal(all.match(/caller \d/g)?.length, 1);
    one.socket.destroy();
  }
});

t.test('a long run of blanks in a head costs no more than its length', (t) => {
  const read = (blanks: number): bigint => {
    const bytes = Buffer.from(`GET / HTTP/1.1\r\nHost: x\r\nA: b${' '.repeat(blanks)}c\r\n\r\n`);
    const start = process.hrtime.bigint();
    for (let index = 0; index < 50; index += 1) parseRequestHead(bytes);
    return process.hrtime.bigint() - start;
  };
  read(7000);
  t.ok(read(7000) < 200_000_000n, 'quadratic, it takes seconds');
  t.end();
});

t.test('whatever is not plain is for the whole parser, and so is the rest of that connection', async (t) => {
  const { port } = await start(t);
  const mixed = await open(port);
  mixed.socket.write(get('/sdk/a'));
  await mixed.until('handler GET /sdk/a');
  mixed.socket.write(get('/other'));
  await mixed.until('framework GET /other');
  mixed.socket.write(get('/sdk/a'));
  await mixed.until('framework GET /sdk/a');
  mixed.socket.destroy();

  const pieces = await open(port);
  for (const byte of get('/sdk/piece')) {
    pieces.socket.write(byte);
    await new Promise((done) => setImmediate(done));
  }
  await pieces.until('/sdk/piece ');
  pieces.socket.destroy();

  const pipelined = await open(port);
  pipelined.socket.write(get('/sdk/1') + get('/sdk/2') + post('/sdk/3', 'x'));
  const answers = await pipelined.until('/sdk/3 x');
  t.equal(answers.match(/HTTP\/1\.1 200/g)?.length, 3);
  pipelined.socket.destroy();

  const last = await open(port);
  last.socket.write(get('/sdk/x', 'Connection: close\r\n'));
  t.match(await last.until('never'), /connection: close.*framework GET \/sdk\/x/is);

  const garbage = await open(port);
  garbage.socket.write('GET /sdk/a HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n');
  t.match(await garbage.until('never'), /^HTTP\/1\.1 400/);
  const chunked = await open(port);
  chunked.socket.write(
    'POST /sdk/c HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n',
  );
  await chunked.until('framework POST /sdk/c hi');
  chunked.socket.destroy();
});

t.test('who reads slowly is waited for, and gets everything in order', async (t) => {
  const { port } = await start(t);
  const slow = await open(port);
  slow.socket.pause();
  slow.socket.write(get('/sdk/large'));
  await delay(50);
  slow.socket.write(get('/sdk/after'));
  slow.socket.resume();
  const all = await slow.until('GET /sdk/after');
  t.equal(all.match(/x{1000}/g)?.length, large.length / 1000);
  slow.socket.destroy();
});

t.test('who says nothing, or never ends a body, is cut off', async (t) => {
  const { port } = await start(t, { idleMs: 50, bodyMs: 100 });
  const silent = await open(port);
  t.equal(await silent.until('never'), '');
  const trickling = await open(port);
  trickling.socket.write(post('/sdk/t', 'x'.repeat(1000)).slice(0, -900));
  const drip = setInterval(() => trickling.socket.write('x'), 10);
  t.equal(await trickling.until('never'), '');
  clearInterval(drip);
});

t.test('closing ends kept connections at once and waits for the answers that are owed', async (t) => {
  const { server, port, waiting } = await start(t);
  const idle = await open(port);
  idle.socket.write(get('/sdk/idle'));
  await idle.until('/sdk/idle ');
  const owed = await open(port);
  owed.socket.write(post('/sdk/held', 'owed'));
  while (waiting.length === 0) await new Promise((done) => setImmediate(done));
  const closed = server.close();
  await idle.until('never');
  waiting[0]!();
  t.match(await owed.until('never'), /connection: close\r\n\r\nhandler POST \/sdk\/held owed/);
  await closed;
});

t.test('who leaves in the middle leaves nothing behind', async (t) => {
  const { server, port, waiting } = await start(t);
  const gone = await open(port);
  gone.socket.write(post('/sdk/held', 'gone'));
  while (waiting.length === 0) await new Promise((done) => setImmediate(done));
  gone.socket.resetAndDestroy();
  const half = await open(port);
  half.socket.end(get('/sdk/half'));
  t.match(await half.until('never'), /handler GET \/sdk\/half/);
  waiting[0]!();
  const count = () => new Promise<number>((done) => server.server.getConnections((_error, open) => done(open)));
  while ((await count()) > 0) await new Promise((done) => setImmediate(done));
  t.equal(await count(), 0);
});
