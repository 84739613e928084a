import t from 'tap';
import { startLoadGenerator } from './load-generator.ts';
import { startPlainServer } from './peers.ts';

t.test(
  'what is put off is sent again after the time that the answer says; any other refusal ends the job',
  async (t) => {
    const seen: string[] = [];
    let down = false;
    const peer = await startPlainServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      if (down) response.writeHead(503, { 'content-length': 4 }).end('down');
      else if (seen.length === 2) response.writeHead(503, { 'retry-after': '1', 'content-length': 4 }).end('late');
      else response.writeHead(202, { 'content-length': 2 }).end('{}');
    });
    const client = startLoadGenerator();
    t.teardown(async () => {
      await client.stop();
      await peer.stop();
    });
    const requests = ['/1', '/2', '/3'].map(
      (path) => `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 0\r\n\r\n`,
    );
    const job = { port: peer.port, connections: 1, load: { kind: 'several', requests, count: 3 } } as const;
    const rate = await client.run({ ...job, status: 202 });
    t.same(seen, ['POST /1', 'POST /2', 'POST /2', 'POST /3']);
    t.ok(rate > 0 && rate <= 3, 'the second that it waited is part of the time');
    seen.length = 0;
    await t.rejects(client.run({ ...job, status: 200 }), /answered HTTP\/1.1 202/);
    down = true;
    await t.rejects(client.run({ ...job, status: 202 }), /answered HTTP\/1.1 503/);
  },
);
