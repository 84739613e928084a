import { busyNote, startClient } from './client.ts';
import { alternate, type Benchmark, type Measured, orMissing, scaled } from './measure.ts';
import { startNginx } from './nginx.ts';
import { plainServer } from './peers.ts';
import { listen, withProduct } from './place.ts';
import { plantApp } from './plant.ts';

const connections = 32;

// Those that nginx does not make itself.
const nginxHeads = (heads: Record<string, unknown>): [string, string][] =>
  Object.entries(heads).flatMap(([name, value]) =>
    /^(date|connection|etag|server|last-modified|keep-alive|transfer-encoding|content-.*)$/.test(name)
      ? []
      : [[name, String(value)] as [string, string]],
  );

/** Stories of an instance with 20 groups of 10, gzip and 304, against a plain server and against nginx with the same body and heads. */
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
      const requestFor = (tag: string | null) =>
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\n${tag ? `if-none-match: ${tag}\r\n` : ''}\r\n`;
      const against = async (name: string, other: { port: number; etag: string }): Promise<Measured[]> => {
        const measured: Measured[] = [];
        for (const [status, goal, floor] of [
          [200, 0.85, 0.7],
          [304, 0.65, null],
        ] as const) {
          const send = (to: { port: number; etag: string }) => () =>
            client.run({
              port: to.port,
              connections,
              status,
              load: { kind: 'repeat', request: requestFor(status === 304 ? to.etag : null), count },
            });
          const line = await alternate(
            {
              path: status === 304 ? 'delivery, 304' : 'delivery, 20 groups × 10 stories, gzip',
              peer: name,
              unit: 'answers/s',
              goal,
              floor,
            },
            size,
            send({ port, etag }),
            send(other),
          );
          const note = `${status === 200 ? `${body.length} bytes; ` : ''}${busyNote(client)}`;
          measured.push({ ...line, note });
        }
        return measured;
      };
      const againstNginx = async (): Promise<Measured[]> => {
        const nginx = await startNginx(path, body, nginxHeads(whole.headers));
        try {
          return await against('nginx, one worker, the same body as a file', nginx);
        } finally {
          await nginx.stop();
        }
      };
      try {
        return [
          ...(await against('node:http with the same buffer and heads', { port: peer.port, etag })),
          ...(await orMissing('delivery, 20 groups × 10 stories, gzip and 304', 'nginx', againstNginx)),
        ];
      } finally {
        await client.stop();
        await peer.stop();
      }
    },
    { parts: true },
  );
