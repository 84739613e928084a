import { busyNote, startClient } from './client.ts';
import { alternate, type Benchmark, type Measured, scaled } from './measure.ts';
import { plainServer } from './peers.ts';
import { listen, withProduct } from './place.ts';
import { plantApp } from './plant.ts';

const connections = 32;

/** Stories of an instance with 20 groups of 10, gzip and 304, against a plain server with the same buffer and heads. */
export const deliveryBenchmark: Benchmark = (size) =>
  withProduct(
    async (h) => {
      const { token } = await plantApp(h, await h.person(), 20, 10);
      await h.caughtUp();
      const port = await listen(h);
      const path = `/sdk/v1/${token}/stories`;
      const sample = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'gzip' } });
      const whole = await h.inject('GET', path, { headers: { 'accept-encoding': 'gzip' } });
      const body = whole.rawPayload;
      const etag = sample.headers.get('etag');
      if (!etag || body.length < 1000) throw new Error('the instance delivers nothing');
      const heads = Object.entries(whole.headers).flatMap(([name, value]) =>
        ['date', 'connection'].includes(name) ? [] : [name, String(value)],
      );
      const short = heads.filter((_, index) => !heads[index - (index % 2)]!.startsWith('content-'));
      const peer = await plainServer((request, response) => {
        if (request.headers['if-none-match'] === etag) response.writeHead(304, short).end();
        else response.writeHead(200, heads).end(body);
      });
      const client = startClient();
      const count = scaled(15_000, size, connections);
      const request = (more: string) =>
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\n${more}\r\n`;
      const measured: Measured[] = [];
      try {
        for (const [status, text, goal, floor] of [
          [200, request(''), 0.85, 0.7],
          [304, request(`if-none-match: ${etag}\r\n`), 0.65, null],
        ] as const) {
          const send = (to: number) => () =>
            client.run({ port: to, connections, status, load: { kind: 'repeat', request: text, count } });
          const line = await alternate(
            {
              path: status === 304 ? 'delivery, 304' : 'delivery, 20 groups × 10 stories, gzip',
              peer: 'node:http with the same buffer and heads',
              unit: 'answers/s',
              goal,
              floor,
            },
            size,
            send(port),
            send(peer.port),
          );
          const note = `${status === 200 ? `${body.length} bytes; ` : ''}${busyNote(client)}`;
          measured.push({ ...line, note });
        }
      } finally {
        await client.stop();
        await peer.stop();
      }
      return measured;
    },
    { parts: true },
  );
