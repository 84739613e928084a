import type { Harness } from '#ops/testing/harness.ts';
import { generatorNote, type LoadGenerator, startLoadGenerator } from './load-generator.ts';
import {
  alternate,
  type Benchmark,
  type Measured,
  orSkipped,
  type RunSize,
  scaled,
  type Unmeasured,
} from './measure.ts';
import { startNginx } from './nginx.ts';
import { startPlainServer } from './peers.ts';
import { seedApp } from './seed.ts';
import { listenOnFreePort, withProduct } from './with-product.ts';

const connections = 32;

/** Of an answer's headers those that nginx does not make itself. */
export const nginxHeaders = (headers: Record<string, unknown>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    /^(date|connection|etag|server|last-modified|keep-alive|transfer-encoding|content-.*)$/.test(name)
      ? []
      : [[name, String(value)] as [string, string]],
  );

/** Who serves the stories, and the tag that they give them. */
interface Served {
  port: number;
  etag: string;
}
interface Stories {
  /** What they are, as the rows say it. */
  what: string;
  path: string;
  bytes: number;
  served: Served;
}

const requestFor = (path: string, tag: string | null): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\n${tag ? `if-none-match: ${tag}\r\n` : ''}\r\n`;

/** Both kinds of answer, ours against somebody else's. */
const against = async (
  client: LoadGenerator,
  size: RunSize,
  { what, path, bytes, served }: Stories,
  peer: string,
  other: Served,
): Promise<Measured[]> => {
  const count = scaled(15_000, size, connections);
  const measured: Measured[] = [];
  for (const [status, goal, floor] of [
    [200, 0.85, 0.7],
    [304, 0.65, null],
  ] as const) {
    const send =
      ({ port, etag }: Served) =>
      () => {
        const request = requestFor(path, status === 304 ? etag : null);
        return client.run({ port, connections, status, load: { kind: 'repeat', request, count } });
      };
    const line = {
      path: `delivery, ${what}, ${status === 304 ? '304' : 'gzip'}`,
      peer,
      unit: 'answers/s',
      goal,
      floor,
    };
    const one = await alternate(line, size, send(served), send(other));
    measured.push({ ...one, note: `${status === 200 ? `${bytes} bytes; ` : ''}${generatorNote(client)}` });
  }
  return measured;
};

/** The stories of an instance, gzip and 304, against a plain server and against nginx with the same body and headers. */
export const deliveryRows = async (
  h: Harness,
  size: RunSize,
  { port, token, what }: { port: number; token: string; what: string },
): Promise<(Measured | Unmeasured)[]> => {
  const path = `/sdk/v1/${token}/stories`;
  const sample = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'gzip' } });
  const whole = await h.inject('GET', path, { headers: { 'accept-encoding': 'gzip' } });
  const body = whole.rawPayload;
  const etag = sample.headers.get('etag');
  if (!etag || body.length < 1000) throw new Error('the instance delivers nothing');
  const headers = Object.entries(whole.headers).flatMap(([name, value]) =>
    ['date', 'connection'].includes(name) ? [] : [name, String(value)],
  );
  const short = headers.filter((_, index) => !headers[index - (index % 2)]!.startsWith('content-'));
  const peer = await startPlainServer((request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304, short).end();
    else response.writeHead(200, headers).end(body);
  });
  const client = startLoadGenerator();
  const stories: Stories = { what, path, bytes: body.length, served: { port, etag } };
  const againstNginx = async (): Promise<Measured[]> => {
    const nginx = await startNginx([[path, body]], nginxHeaders(whole.headers));
    try {
      return await against(client, size, stories, 'nginx, one worker, the same body as a file', {
        port: nginx.port,
        etag: nginx.etags[0]!,
      });
    } finally {
      await nginx.stop();
    }
  };
  try {
    return [
      ...(await against(client, size, stories, 'node:http with the same buffer and headers', {
        port: peer.port,
        etag,
      })),
      ...(await orSkipped(`delivery, ${what}, gzip and 304`, 'nginx', againstNginx)),
    ];
  } finally {
    await client.stop();
    await peer.stop();
  }
};

/** Stories of an instance with 20 groups of 10. */
export const deliveryBenchmark: Benchmark = (size) =>
  withProduct(
    async (h) => {
      const { token } = await seedApp(h, await h.person(), 20, 10);
      await h.caughtUp();
      return deliveryRows(h, size, { port: await listenOnFreePort(h), token, what: '20 groups × 10 stories' });
    },
    { parts: true },
  );
