import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import type { Server } from '../types.ts';
import { timeOutBodies } from './body-timeout.ts';

const listen = async (test: Test, patience: number) => {
  const server = Fastify({ requestTimeout: 0 }) as unknown as Server;
  timeOutBodies(server, patience);
  const config = { policy: { caller: 'anyone' as const } };
  server.addContentTypeParser('*', async (_request: unknown, body: AsyncIterable<Buffer>) => {
    for await (const _ of body);
  });
  server.post('/strict', { config }, async () => 'done');
  server.post('/slow', { config: { ...config, slowBody: true } }, async () => 'done');
  server.get('/strict', { config }, async () => 'done');
  server.post('/refused', {
    config: { ...config, slowBody: true },
    onRequest: async (_request, reply) => reply.code(401).send('no'),
    handler: async () => 'done',
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  test.teardown(() => server.close());
  return (server.server.address() as AddressInfo).port;
};

/** Sends `pieces` with a pause before each and answers what came back until the connection ended or was answered. */
const trickle = (port: number, url: string, pieces: number, pauseMs: number, length = pieces): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    let sent = 0;
    socket.write(`POST ${url} HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: ${length}\r\n\r\n`);
    const timer = setInterval(() => {
      if (sent < pieces) socket.write('x');
      sent += 1;
    }, pauseMs);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard += chunk;
      socket.end();
    });
    socket.on('close', () => {
      clearInterval(timer);
      resolve(heard);
    });
  });

t.test('a body has its time in all; a slow one only has to keep coming', async (t) => {
  const port = await listen(t, 1500);
  const [inTime, tooSlow, keepsComing, stopped] = await Promise.all([
    trickle(port, '/strict', 3, 10),
    trickle(port, '/strict', 40, 60),
    trickle(port, '/slow', 40, 60),
    trickle(port, '/slow', 3, 10, 10),
  ]);
  t.match(inTime, /^HTTP\/1\.1 200/);
  t.notMatch(tooSlow, /200 OK/);
  t.match(keepsComing, /^HTTP\/1\.1 200/);
  t.notMatch(stopped, /200 OK/);
});

/** Sends byte after byte, whatever is answered, and says whether the connection was cut before `patienceMs` had passed. */
const isCut = (port: number, head: string, patienceMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head}\r\nhost: x\r\ncontent-length: 100000\r\n\r\n`);
    const timer = setInterval(() => socket.write('x'), 40);
    const end = (cut: boolean) => {
      clearInterval(timer);
      clearTimeout(late);
      resolve(cut);
      socket.destroy();
    };
    const late = setTimeout(() => end(false), patienceMs);
    socket.on('error', () => {});
    socket.resume();
    socket.on('close', () => end(true));
  });

t.test('neither a read with a body nor an answer that came early lets somebody drip for ever', async (t) => {
  const port = await listen(t, 300);
  const cut = await Promise.all([
    isCut(port, 'GET /strict HTTP/1.1', 30_000),
    isCut(port, 'POST /refused HTTP/1.1\r\ncontent-type: a/b', 30_000),
  ]);
  t.same(cut, [true, true]);
});
