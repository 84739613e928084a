import type { Harness } from '#ops/testing/harness.ts';
import { busyNote, type Client, startClient } from './client.ts';
import { alternate, type Benchmark, type Measured, type Size, scaled } from './measure.ts';
import { parseBody, plainServer } from './peers.ts';
import { listen, withProduct } from './place.ts';
import { plantApp } from './plant.ts';
import type { Target } from './requests.ts';

const connections = 64;
const viewers = 200_000;

const plantTargets = async (h: Harness): Promise<Target[]> => {
  const targets: Target[] = [];
  for (let account = 0; account < 10; account += 1) {
    const person = await h.person();
    for (let app = 0; app < 10; app += 1) {
      const { token, groups } = await plantApp(h, person, 1, 10);
      targets.push({ token, ...groups[0]! });
    }
  }
  return targets;
};

const measure = async (h: Harness, client: Client, targets: Target[], size: Size): Promise<Measured[]> => {
  const port = await listen(h);
  const peer = await plainServer(parseBody);
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
    const first = busyNote(client);
    const stored = await alternate(
      { ...limits, path: 'ingest, accepted and fsynced', peer: 'the same route without storing', goal: 0.75 },
      size,
      storedRate,
      unstoredRate,
    );
    return [
      { ...accepted, note: first },
      { ...stored, note: busyNote(client) },
    ];
  } finally {
    h.kernel.telemetry = telemetry;
    await peer.stop();
  }
};

/** Batches of 20 events from 200,000 viewers of 100 instances, no body twice: checked only, and stored. */
export const ingestBenchmark: Benchmark = (size) =>
  withProduct(async (h) => {
    const targets = await plantTargets(h);
    const client = startClient();
    try {
      return await measure(h, client, targets, size);
    } finally {
      await client.stop();
    }
  });
