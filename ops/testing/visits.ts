import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { serializePayload } from '#kernel/telemetry-log/log.ts';
import { partitionOf } from '#kernel/telemetry-log/partition.ts';
import type { KeptProof } from '#projections/analytics/questions/mau-proof/kept.ts';
import { sealProof } from '#projections/analytics/questions/mau-proof/seal.ts';
import type { Harness, Person } from './harness.ts';
import type { Scene } from './scene.ts';
import { testEnvelope } from './seen-batch.ts';

/** A viewer who came to an app (its place among the scenes) at a time (unix ms). */
export interface ViewerVisit {
  viewer: number;
  app: number;
  at: number;
  crowded: boolean;
  /** The batch arrives twice. */
  twice?: boolean;
}

/** The keyed hash of a viewer as batches carry it, base64url. */
export const viewerOf = (viewer: number): string =>
  createHash('sha256').update(`viewer ${viewer}`).digest('base64url').slice(0, 22);

/** The 16 bytes of it in hex. */
export const hashOf = (viewer: number): string => Buffer.from(viewerOf(viewer), 'base64url').toString('hex');

/** Puts batches of visits into the inbox, each as if it had arrived a second later. */
export const plantVisits = async (
  h: Harness,
  { account_id }: Pick<Person, 'account_id'>,
  scenes: readonly Scene[],
  visits: readonly ViewerVisit[],
): Promise<void> => {
  const batches = visits.flatMap(({ viewer, app, at, crowded, twice }) => {
    const { app_id, instance_id, token } = scenes[app]!;
    const envelope = testEnvelope({ app_id, account_id, received_at: at + 1000, viewer: viewerOf(viewer) });
    const payload = serializePayload(
      { ...envelope, ...(crowded ? { crowded: true as const } : {}) },
      JSON.stringify([{ id: uuidv7(), type: 'bar_impression', at }]),
    );
    const batch = { partition: partitionOf(token), instance_id, batch_id: uuidv7(), at: at + 1000, payload };
    return twice ? [batch, { ...batch, at: at + 2000 }] : [batch];
  });
  await h.kernel.analytics.pool.query(
    `insert into telemetry_batch (partition, instance_id, batch_id, received_at, payload)
     select p, i, b, to_timestamp(at / 1000.0), t
       from unnest($1::int[], $2::uuid[], $3::uuid[], $4::float8[], $5::text[]) as t (p, i, b, at, t) order by at`,
    [
      batches.map(({ partition }) => partition),
      batches.map(({ instance_id }) => instance_id),
      batches.map(({ batch_id }) => batch_id),
      batches.map(({ at }) => at),
      batches.map(({ payload }) => payload),
    ],
  );
};

/** Seals the viewers of an account in a period (UTC midnights, unix seconds), as closing it does. */
export const sealBill = (h: Pick<Harness, 'kernel'>, accountId: string, from: number, to: number): Promise<KeptProof> =>
  sealProof(h.kernel, accountId, from, to);
