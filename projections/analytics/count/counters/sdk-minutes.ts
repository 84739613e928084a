import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { together } from '#kernel/db/transaction.ts';
import type { RejectedEvent, TelemetryEnvelope } from '#kernel/telemetry-log/log.ts';
import { bigints, ints, smallints, uuids } from '../binary-arrays.ts';
import type { CountedBatch, Counter } from '../counter.ts';

const minuteMs = 60_000;
/**
 * A token is public, and a version is whatever its sender says: more than so many of an app in a minute count as one.
 */
const maxVersions = 20;
/** Rejected events of an app and minute that a process keeps as samples, at most; all of them are counted. */
const maxSamples = 100;

interface Minute {
  app_id: string;
  minute: number;
  platform: string;
  sdk_version: string;
  lane: number;
  accepted: number;
  rejected: number;
}

interface Sample {
  payload: TelemetryEnvelope;
  batch: CountedBatch['row'];
  refusal: RejectedEvent;
}

/** Keys that a process remembers of either kind, at most. */
const maxKeys = 10_000;

/** Limits the samples that a process keeps by app and minute. */
const createSampleQuota = () => {
  const samples = new LRUCache<string, number>({ max: maxKeys });
  return (appId: string, minute: number): boolean => {
    const key = `${appId} ${minute}`;
    const before = samples.get(key) ?? 0;
    if (before >= maxSamples) return false;
    samples.set(key, before + 1);
    return true;
  };
};

/**
 * Limits the versions by app, time (a minute or a day), platform and lane: a batch beyond the limit is counted under ''.
 * A time is counted in many batches, so the versions outlive each of them.
 */
export const createVersionLimiter = () => {
  const kept = new LRUCache<string, Set<string>>({ max: maxKeys });
  return ({ app_id, platform, sdk_version }: TelemetryEnvelope, time: number, lane: number): string => {
    const key = `${app_id} ${time} ${lane} ${platform}`;
    const named = kept.get(key) ?? new Set();
    if (named.has(sdk_version)) return sdk_version;
    if (named.size >= maxVersions) return '';
    named.add(sdk_version);
    kept.set(key, named);
    return sdk_version;
  };
};

const createMinutes = (versionOf: ReturnType<typeof createVersionLimiter>) => {
  const rows: Minute[] = [];
  const byKey = new Map<string, Minute>();
  const find = (payload: TelemetryEnvelope, minute: number, lane: number): Minute => {
    const { app_id, platform } = payload;
    const sdk_version = versionOf(payload, minute, lane);
    const key = `${app_id} ${minute} ${lane} ${platform} ${sdk_version}`;
    const found = byKey.get(key);
    if (found) return found;
    const made: Minute = { app_id, minute, platform, sdk_version, lane, accepted: 0, rejected: 0 };
    byKey.set(key, made);
    rows.push(made);
    return made;
  };
  return { rows, find };
};

const inOrder = (a: Minute, b: Minute): number => {
  const [one, other] = [a, b].map(
    (row) => `${row.app_id} ${row.minute} ${row.platform} ${row.sdk_version} ${row.lane}`,
  );
  return one! < other! ? -1 : 1;
};

/** Writes samples; those of a batch that is read again are there already. */
const writeSamples = (on: pg.ClientBase, samples: readonly Sample[]): Promise<unknown> =>
  on.query(
    `insert into sdk_rejected (app_id, received_at, instance_id, batch_id, place, platform, sdk_version, code, event)
     select app_id, to_timestamp(ms / 1000.0), instance_id, batch_id, place, platform, sdk_version, code, event
       from unnest($1::uuid[], $2::float8[], $3::uuid[], $4::uuid[], $5::smallint[], $6::text[], $7::text[], $8::text[],
                   $9::jsonb[])
            as t (app_id, ms, instance_id, batch_id, place, platform, sdk_version, code, event)
     on conflict do nothing`,
    [
      samples.map((one) => one.payload.app_id),
      samples.map((one) => one.payload.received_at),
      samples.map((one) => one.batch.instance_id),
      samples.map((one) => one.batch.batch_id),
      samples.map((one) => one.refusal.place),
      samples.map((one) => one.payload.platform),
      samples.map((one) => one.payload.sdk_version),
      samples.map((one) => one.refusal.code),
      samples.map(({ refusal: { place: _, code: __, ...event } }) => JSON.stringify(event)),
    ],
  );

/** Creates counters of what SDKs sent by the minute of arrival, with samples of rejected events. */
export const sdkMinuteCounters = (): (() => Counter) => {
  const mayKeep = createSampleQuota();
  const versionOf = createVersionLimiter();
  return () => {
    const minutes = createMinutes(versionOf);
    const samples: Sample[] = [];
    return {
      add({ row, payload, lane }) {
        const minute = Math.floor(payload.received_at / minuteMs);
        const counted = minutes.find(payload, minute, lane);
        counted.accepted += payload.events.length;
        counted.rejected += payload.rejected.length;
        if (!payload.refusals) return;
        for (const refusal of payload.refusals)
          if (mayKeep(payload.app_id, minute)) samples.push({ payload, batch: row, refusal });
      },
      async write(on) {
        if (minutes.rows.length === 0) return;
        const rows = minutes.rows.sort(inOrder);
        const counted = on.query({
          name: 'add-sdk-minutes',
          text: `insert into sdk_minute (app_id, minute, platform, sdk_version, lane, accepted, rejected)
           select app_id, to_timestamp(minute * 60.0), platform, sdk_version, lane, accepted, rejected
             from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::smallint[], $6::int[], $7::int[])
                  as t (app_id, minute, platform, sdk_version, lane, accepted, rejected)
           on conflict (app_id, minute, platform, sdk_version, lane)
           do update set accepted = sdk_minute.accepted + excluded.accepted,
                         rejected = sdk_minute.rejected + excluded.rejected`,
          values: [
            uuids(rows.map((row) => row.app_id)),
            bigints(rows.map((row) => row.minute)),
            rows.map((row) => row.platform),
            rows.map((row) => row.sdk_version),
            smallints(rows.map((row) => row.lane)),
            ints(rows.map((row) => row.accepted)),
            ints(rows.map((row) => row.rejected)),
          ],
        });
        await together([counted, samples.length === 0 ? Promise.resolve() : writeSamples(on, samples)]);
      },
    };
  };
};
