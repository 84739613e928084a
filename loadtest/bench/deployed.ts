import { nginxHeaders } from './delivery.ts';
import { seedTargets } from './ingest.ts';
import { generatorNote, type LoadGenerator, startLoadGenerator } from './load-generator.ts';
import { alternate, type Benchmark, type Measured, orSkipped, type RunSize, scaled } from './measure.ts';
import { startNginx } from './nginx.ts';
import { seedApp } from './seed.ts';
import { callers, catchUpReadModels, deployed, startServingProcess } from './serving-process.ts';
import { withProduct } from './with-product.ts';

const connections = 32;
const viewers = 200_000;
const tokens = 100;

const bare = {
  LOG_LEVEL: 'warn',
  ...Object.fromEntries(
    ['DELIVERY', 'EVENTS', 'TOKEN', 'NEW_VIEWERS', 'EVENT_MB'].map((name) => [`LIMIT_${name}`, '0']),
  ),
};

interface StoriesEndpoint {
  token: string;
  etag: string;
  /** That of nginx. */
  nginxTag: string;
}

const itself = 'the same process with no proxy, no limits, no log of requests';
const kinds = [
  { status: 200, name: '20 groups × 10 stories, gzip', goal: 0.85 },
  { status: 304, name: '304', goal: 0.65 },
] as const;

const sending = (client: LoadGenerator, size: RunSize, places: StoriesEndpoint[], status: number) => {
  const count = scaled(15_000, size, connections);
  return (port: number, of: 'etag' | 'nginxTag' = 'etag') => {
    const requests = callers.map((address, index) => {
      const { token, [of]: etag } = places[index % places.length]!;
      const held = status === 304 ? `if-none-match: ${etag}\r\n` : '';
      return `GET /sdk/v1/${token}/stories HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\nx-forwarded-for: ${address}\r\n${held}\r\n`;
    });
    return () => client.run({ port, connections, status, load: { kind: 'several', requests, count } });
  };
};

const againstItself = async (
  client: LoadGenerator,
  size: RunSize,
  places: StoriesEndpoint[],
  ports: { deployed: number; bare: number },
): Promise<Measured[]> => {
  const measured: Measured[] = [];
  for (const { status, name } of kinds) {
    const from = sending(client, size, places, status);
    const line = { path: `delivery as deployed, ${name}`, peer: itself, unit: 'answers/s', goal: 0.9, floor: null };
    const one = await alternate(line, size, from(ports.deployed), from(ports.bare));
    measured.push({ ...one, note: generatorNote(client) });
  }
  return measured;
};

const againstPeer = async (
  client: LoadGenerator,
  size: RunSize,
  places: StoriesEndpoint[],
  ours: number,
  nginx: number,
): Promise<Measured[]> => {
  const measured: Measured[] = [];
  for (const { status, name, goal } of kinds) {
    const from = sending(client, size, places, status);
    const peer = 'nginx, one worker, the same bodies as files';
    const line = { path: `delivery as deployed, ${name}`, peer, unit: 'answers/s', goal, floor: null };
    const one = await alternate(line, size, from(ours), from(nginx, 'nginxTag'));
    measured.push({ ...one, note: generatorNote(client) });
  }
  return measured;
};

/**
 * Delivery and ingest with the settings of a deployment, from 500 callers behind a trusted proxy, to 100 instances: a
 * process of `sdk` alone beside the same without those settings, and deliveries beside nginx.
 */
export const deployedBenchmark: Benchmark = (size) =>
  withProduct(async (h) => {
    const undo: (() => Promise<unknown>)[] = [];
    const given = { dir: h.config.DATA_DIR, databaseUrl: h.databaseUrl, publicUrl: h.config.PUBLIC_URL };
    try {
      const targets = await seedTargets(h, size);
      const person = await h.person();
      const apps: string[] = [];
      for (let app = 0; app < scaled(tokens, size); app += 1) apps.push((await seedApp(h, person, 20, 10)).token);
      await catchUpReadModels(h);
      const [one, other] = [
        await startServingProcess('sdk', deployed, given),
        await startServingProcess('sdk', bare, given),
      ];
      undo.push(one.stop, other.stop);
      const ports = { deployed: one.port, bare: other.port };
      const client = startLoadGenerator();
      undo.push(() => client.stop());

      const bodies: [string, Buffer][] = [];
      const etags: string[] = [];
      let heads: [string, string][] = [];
      for (const token of apps) {
        const url = `/sdk/v1/${token}/stories`;
        const { headers, rawPayload } = await h.inject('GET', url, { headers: { 'accept-encoding': 'gzip' } });
        bodies.push([url, rawPayload]);
        etags.push(String(headers.etag));
        heads = nginxHeaders(headers);
      }
      const placesWith = (tags: string[] | null): StoriesEndpoint[] =>
        apps.map((token, index) => ({ token, etag: etags[index]!, nginxTag: tags?.[index] ?? '' }));
      const againstNginx = async (): Promise<Measured[]> => {
        const nginx = await startNginx(bodies, heads);
        undo.push(nginx.stop);
        return againstPeer(client, size, placesWith(nginx.etags), ports.deployed, nginx.port);
      };
      const delivered = [
        ...(await againstItself(client, size, placesWith(null), ports)),
        ...(await orSkipped('delivery as deployed', 'nginx', againstNginx)),
      ];
      const count = scaled(8000, size, connections);
      const send = (port: number) => () =>
        client.run({ port, connections, status: 202, load: { kind: 'batches', targets, viewers, callers, count } });
      const line = { path: 'ingest as deployed, accepted and fsynced', peer: itself, unit: 'batches of 20/s' };
      const ingested = await alternate(
        { ...line, goal: 0.9, floor: null },
        size,
        send(ports.deployed),
        send(ports.bare),
      );
      return [...delivered, { ...ingested, note: generatorNote(client) }];
    } finally {
      for (const step of undo.reverse()) await step();
    }
  });
