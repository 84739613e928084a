import { randomUUID } from 'node:crypto';
import { openJetStreamTelemetry } from '#kernel/telemetry-log/jetstream-log.ts';
import { findNatsServer } from '#ops/cluster/nats-server.ts';
import { type Harness, until } from '#ops/testing/harness.ts';
import { openTestBus, startTestNats } from '#ops/testing/nats.ts';
import { PeerMissing } from './install.ts';
import { generatorNote, type LoadGenerator, startLoadGenerator } from './load-generator.ts';
import { alternate, type Benchmark, type Measured, orSkipped, type RunSize, scaled } from './measure.ts';
import { answerParsedBatch, startPlainServer } from './peers.ts';
import type { BatchTarget } from './requests.ts';
import { seedApp } from './seed.ts';
import { listenOnFreePort, withProduct } from './with-product.ts';

const connections = 64;
const viewers = 200_000;

/** A hundred instances (a smaller run: fewer), ten of each account, each with a group of ten stories. */
export const seedTargets = async (h: Harness, size: RunSize): Promise<BatchTarget[]> => {
  const targets: BatchTarget[] = [];
  for (let account = 0; account < scaled(10, size); account += 1) {
    const person = await h.person();
    for (let app = 0; app < 10; app += 1) {
      const { token, groups } = await seedApp(h, person, 1, 10);
      targets.push({ token, ...groups[0]! });
    }
  }
  return targets;
};

const measure = async (
  h: Harness,
  client: LoadGenerator,
  targets: BatchTarget[],
  size: RunSize,
): Promise<Measured[]> => {
  const port = await listenOnFreePort(h);
  const peer = await startPlainServer(answerParsedBatch);
  const { telemetry } = h.kernel;
  const unstored = { ...telemetry, append: async () => {} };
  const count = scaled(8000, size, connections);
  const send = (to: number) =>
    client.run({ port: to, connections, status: 202, load: { kind: 'batches', targets, viewers, count } });
  const unstoredRate = async () => {
    h.kernel.telemetry = unstored;
    return send(port);
  };
  const storedRate = async () => {
    h.kernel.telemetry = telemetry;
    return send(port);
  };
  const limits = { unit: 'batches of 20/s', floor: 0.5 };
  try {
    const accepted = await alternate(
      { ...limits, path: 'ingest, validated, not stored', peer: 'node:http + JSON.parse', goal: 0.7 },
      size,
      unstoredRate,
      () => send(peer.port),
    );
    const first = generatorNote(client);
    const stored = await alternate(
      { ...limits, path: 'ingest, accepted and fsynced', peer: 'the same route without storing', goal: 0.75 },
      size,
      storedRate,
      unstoredRate,
    );
    return [
      { ...accepted, note: first },
      { ...stored, note: generatorNote(client) },
    ];
  } finally {
    h.kernel.telemetry = telemetry;
    await peer.stop();
  }
};

const onStream = { path: 'ingest, accepted by JetStream', peer: 'the same route without storing' };

/** The route with one nats-server as the log, beside the route without storing. */
const measureStream = async (
  h: Harness,
  client: LoadGenerator,
  targets: BatchTarget[],
  size: RunSize,
): Promise<Measured[]> => {
  if (!findNatsServer()) throw new PeerMissing('there is no nats-server');
  const undo: (() => Promise<unknown>)[] = [];
  const here = { teardown: (work: () => Promise<unknown>) => void undo.unshift(work) };
  const { telemetry } = h.kernel;
  try {
    const nats = await startTestNats(here, 1);
    const stream = openJetStreamTelemetry(openTestBus(here, nats.url), {
      log: h.kernel.log,
      notifier: h.kernel.notifier,
      maxBytes: 4 * 1024 ** 3,
    });
    here.teardown(() => stream.stop());
    const { port } = h.server.server.address() as { port: number };
    const count = scaled(8000, size, connections);
    const send = () =>
      client.run({ port, connections, status: 202, load: { kind: 'batches', targets, viewers, count } });
    const probe = { partition: 0, instance_id: randomUUID(), batch_id: randomUUID(), payload: '{}' };
    const kept = () =>
      stream.append(probe).then(
        () => true,
        () => false,
      );
    await until(kept, 'the stream');
    const measured = await alternate(
      { ...onStream, unit: 'batches of 20/s', floor: 0.5, goal: 0.75 },
      size,
      () => {
        h.kernel.telemetry = stream;
        return send();
      },
      () => {
        h.kernel.telemetry = { ...telemetry, append: async () => {} };
        return send();
      },
    );
    return [{ ...measured, note: generatorNote(client) }];
  } finally {
    h.kernel.telemetry = telemetry;
    for (const step of undo) await step();
  }
};

/**
 * Batches of 20 events from 200,000 viewers of 100 instances, no body twice: checked only, and stored in either log.
 */
export const ingestBenchmark: Benchmark = (size) =>
  withProduct(async (h) => {
    const targets = await seedTargets(h, size);
    const client = startLoadGenerator();
    try {
      const onPostgres = await measure(h, client, targets, size);
      const stream = await orSkipped(onStream.path, onStream.peer, () => measureStream(h, client, targets, size));
      return [...onPostgres, ...stream];
    } finally {
      await client.stop();
    }
  });
