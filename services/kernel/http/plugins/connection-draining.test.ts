import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import t, { type Test } from 'tap';
import type { Server } from '../types.ts';
import { DrainingResponse, drainConnections } from './connection-draining.ts';

/** A server whose answers wait until they are let go, and a client that would keep its connections for a next request. */
const start = async (t: Test) => {
  const server = Fastify({
    forceCloseConnections: 'idle',
    keepAliveTimeout: 65_000,
    http: { ServerResponse: DrainingResponse as never },
  });
  drainConnections(server as unknown as Server);
  const held: (() => void)[] = [];
  const hold = () => new Promise<void>((done) => held.push(done));
  server.get('/whole', async () => {
    await hold();
    return 'x'.repeat(8_000_000);
  });
  server.get('/pieces', (_request, reply) => {
    const pieces = async function* () {
      yield 'first ';
      await hold();
      yield 'last';
    };
    reply.send(Readable.from(pieces()));
  });
  server.get('/raw', async (_request, reply) => {
    await hold();
    reply.hijack();
    reply.raw.writeHead(200, ['content-length', '3']);
    reply.raw.end('raw');
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => {
    agent.destroy();
    return server.close();
  });
  const { port } = server.server.address() as AddressInfo;
  const ask = async (path: string): Promise<string> => {
    const [answer] = (await once(get({ port, host: '127.0.0.1', path, agent }), 'response')) as [IncomingMessage];
    let body = '';
    for await (const piece of answer) body += piece;
    return body;
  };
  return { server, held, ask };
};

t.test(
  'a server that closes owes whole answers, and keeps no connection for a request that may never come',
  async (t) => {
    const { server, held, ask } = await start(t);
    const asked = ['/whole', '/pieces', '/raw'].map(ask);
    while (held.length < asked.length) await new Promise(setImmediate);
    const closed = server.close();
    while (server.server.listening) await new Promise(setImmediate);
    for (const go of held) go();
    const [whole, pieces, raw] = await Promise.all(asked);
    t.equal(whole!.length, 8_000_000);
    t.equal(pieces, 'first last');
    t.equal(raw, 'raw');
    await closed;
  },
);
