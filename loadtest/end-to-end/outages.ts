import { Agent } from 'node:http';
import type { NatsNode } from '#ops/cluster/nats.ts';
import { until } from '#ops/testing/harness.ts';
import type { SdkRequest } from './batches.ts';
import { asksToRetry, postBatch, type SendProgress } from './send.ts';

/** nats-servers of which some are killed while batches are sent: who at the same time, one outage after the other. */
export interface Outages {
  nodes: readonly NatsNode[];
  /** By their places among the nodes. */
  order: readonly (readonly number[])[];
}

/** What an outage falls upon. */
interface OutageContext {
  addresses: readonly string[];
  progress: SendProgress;
  /** How many bodies are to be answered when the outage begins, and when it may end. */
  from: number;
  to: number;
  /** Good batches, which are sent while no majority of the servers is there. */
  probes: readonly SdkRequest[];
  /** How many clients the servers have. */
  clients: number;
  /** Resolves when everything that was acknowledged up to now is counted. */
  counted(): Promise<void>;
}

/** All probes are sent at once: each sender must be told to come again. */
const checkAllRefused = async ({ addresses, probes }: OutageContext, faults: string[]): Promise<void> => {
  const agent = new Agent({ maxSockets: probes.length });
  await Promise.all(
    probes.map(async (probe, index) => {
      const answer = await postBatch(agent, addresses[index % addresses.length]!, probe);
      if (!asksToRetry(answer)) faults.push(`without a majority a batch was answered with ${JSON.stringify(answer)}`);
    }),
  );
  agent.destroy();
};

/**
 * Kills servers and starts them again. While a majority is left, batches are taken and counted; without one every batch
 * is put off. Resolves when the servers say that they have caught up.
 */
export const runOutage = async (
  { nodes }: Outages,
  victims: readonly number[],
  scene: OutageContext,
  faults: string[],
  say: (words: string) => void,
): Promise<void> => {
  const { progress, from, to } = scene;
  await until(() => progress.settled >= from, 'batches before an outage', 60_000);
  await Promise.all(victims.map((victim) => nodes[victim]!.down()));
  const names = victims.map((victim) => nodes[victim]!.name).join(' and ');
  say(`killed ${names}; ${progress.accepted} accepted`);
  if (victims.length * 2 < nodes.length) {
    await until(() => progress.settled >= to, `batches without ${names}`, 60_000);
    say(`taken without ${names}: ${progress.accepted} accepted, ${progress.put_off} put off`);
    await scene.counted();
  } else {
    await checkAllRefused(scene, faults);
    const [left] = nodes.filter((_, index) => !victims.includes(index));
    await until(async () => (await left!.clients()) >= scene.clients, 'everybody at the server that is left');
    await checkAllRefused(scene, faults);
  }
  say(`starting ${names}; ${progress.accepted} accepted, ${progress.put_off} put off`);
  for (const victim of victims) nodes[victim]!.start();
  const ready = async () => (await Promise.all(nodes.map((node) => node.ready()))).every(Boolean);
  await until(ready, 'the nats-servers to be back', 60_000);
  say(`${names} back; ${progress.accepted} accepted`);
};
