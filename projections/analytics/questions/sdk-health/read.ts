import { followsConditions } from '#contracts/sdk/follows-conditions.ts';
import type { SdkPlatform } from '#contracts/sdk/protocol.ts';
import {
  type SdkHealth,
  type SdkSample,
  type SdkSeen,
  type SdkSupport,
  type SdkTraffic,
  sdkHealthDays,
} from '#contracts/stats/sdk-health.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pruneSome } from '../../count/prune.ts';
import { readLargeDocuments } from './large-documents.ts';

const mostVersions = 100;
const mostSamples = 50;

/** Sums of the last `steps` buckets of `step` seconds, the current one last, empty ones included. */
const readTraffic = async (
  db: Db,
  appId: string,
  nowMs: EpochMs,
  step: number,
  steps: number,
): Promise<SdkTraffic[]> => {
  const last = Math.floor(nowMs / 1000 / step) * step;
  const first = last - (steps - 1) * step;
  const { rows } = await db.pool.query<SdkTraffic>({
    name: 'sdk-traffic',
    text: `select (floor(extract(epoch from minute) / $3) * $3)::float8 as ts,
                  sum(accepted)::bigint as accepted, sum(rejected)::bigint as rejected
             from sdk_minute where app_id = $1 and minute >= to_timestamp($2::float8) group by 1`,
    values: [appId, first, step],
  });
  const found = new Map(rows.map((row) => [row.ts, row]));
  return Array.from({ length: steps }, (_, index) => {
    const ts = first + index * step;
    return found.get(ts) ?? { ts, accepted: 0, rejected: 0 };
  });
};

const readVersions = async (db: Db, appId: string, nowMs: EpochMs): Promise<SdkSeen[]> => {
  const { rows } = await db.pool.query<SdkSeen>({
    name: 'sdk-versions',
    text: `select platform, sdk_version, extract(epoch from max(minute))::float8 as ts_last_seen,
                  sum(accepted)::bigint as accepted, sum(rejected)::bigint as rejected
             from sdk_minute where app_id = $1 and minute >= to_timestamp($2::float8)
            group by platform, sdk_version order by max(minute) desc, sum(accepted) desc, platform, sdk_version limit $3`,
    values: [appId, nowMs / 1000 - sdkHealthDays.minutes * 86_400, mostVersions],
  });
  return rows;
};

const readSamples = async (db: Db, appId: string, nowMs: EpochMs): Promise<SdkSample[]> => {
  const { rows } = await db.pool.query<SdkSample>({
    name: 'sdk-samples',
    text: `select floor(extract(epoch from received_at))::float8 as ts, instance_id, batch_id, place as index, platform,
                  sdk_version, code, event
             from sdk_rejected where app_id = $1 and received_at >= to_timestamp($2::float8)
            order by received_at desc, instance_id, batch_id, place limit $3`,
    values: [appId, nowMs / 1000 - sdkHealthDays.samples * 86_400, mostSamples],
  });
  return rows;
};

/**
 * What the SDKs of an app sent, what of it was refused, and whether they get too much. Cost: four reads on primary keys,
 * rows ≤ minutes of eight days × versions that were at work in each; never the number of events; and `readLargeDocuments`.
 */
export const readSdkHealth = async (
  { analytics, db }: Pick<Kernel, 'analytics' | 'db'>,
  appId: string,
  nowMs: EpochMs,
): Promise<SdkHealth> => {
  const [versions, minutes, hours, rejected, large] = await Promise.all([
    readVersions(analytics, appId, nowMs),
    readTraffic(analytics, appId, nowMs, 60, 60),
    readTraffic(analytics, appId, nowMs, 3600, 24),
    readSamples(analytics, appId, nowMs),
    readLargeDocuments(db, appId),
  ]);
  const document_large = large.map(({ instance_id, bytes }) => ({ instance_id, bytes }));
  return { versions, minutes, hours, rejected, document_large };
};

/** What the SDKs that an app used in the last 30 days can do. Cost: its rows of those days, at most 200 versions a day and lane. */
export const readSdkSupport = async (db: Db, appId: string, nowMs: EpochMs): Promise<SdkSupport> => {
  const { rows } = await db.pool.query<{ platform: SdkPlatform; sdk_version: string }>({
    name: 'sdk-support',
    text: `select distinct platform, sdk_version from sdk_day
            where app_id = $1 and day >= (to_timestamp($2::float8) at time zone 'UTC')::date`,
    values: [appId, nowMs / 1000 - sdkHealthDays.versions * 86_400],
  });
  return { conditions: rows.every(({ platform, sdk_version }) => followsConditions(platform, sdk_version)) };
};

/**
 * Deletes some of the minutes older than eight days, rejected events older than a week, and versions older than 30
 * days; answers whether more may be left.
 */
export const pruneSdkHealth = async (db: Pick<Db, 'pool'>, nowMs = Date.now()): Promise<boolean> => {
  const before = (days: number) => nowMs / 1000 - days * 86_400;
  return (
    (await pruneSome(db, 'sdk_minute', 'minute', before(sdkHealthDays.minutes))) ||
    (await pruneSome(db, 'sdk_day', 'day', before(sdkHealthDays.versions))) ||
    (await pruneSome(db, 'sdk_rejected', 'received_at', before(sdkHealthDays.samples)))
  );
};
