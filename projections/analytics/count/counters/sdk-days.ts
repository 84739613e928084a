import { LRUCache } from 'lru-cache';
import { smallints, uuids } from '../binary-arrays.ts';
import type { Counter } from '../counter.ts';
import { createVersionLimiter } from './sdk-minutes.ts';

const dayMs = 86_400_000;
/** Rows that a process remembers as written, at most. */
const maxKnown = 20_000;

interface SdkDay {
  key: string;
  app_id: string;
  day: string;
  platform: string;
  sdk_version: string;
  lane: number;
}

/** Creates counters of which versions of the SDK apps use by day: a row is written when it is first seen. */
export const sdkDayCounters = (): (() => Counter) => {
  const versionOf = createVersionLimiter();
  const known = new LRUCache<string, true>({ max: maxKnown });
  return () => {
    const seen = new Map<string, SdkDay>();
    return {
      add({ payload, lane }) {
        const at = Math.floor(payload.received_at / dayMs);
        const sdk_version = versionOf(payload, at, lane);
        const { app_id, platform } = payload;
        const day = new Date(at * dayMs).toISOString().slice(0, 10);
        const key = `${app_id} ${day} ${platform} ${sdk_version} ${lane}`;
        if (!known.has(key)) seen.set(key, { key, app_id, day, platform, sdk_version, lane });
      },
      async write(on) {
        if (seen.size === 0) return;
        const rows = [...seen.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
        await on.query({
          name: 'add-sdk-days',
          text: `insert into sdk_day (app_id, day, platform, sdk_version, lane)
                 select * from unnest($1::uuid[], $2::date[], $3::text[], $4::text[], $5::smallint[]) on conflict do nothing`,
          values: [
            uuids(rows.map((row) => row.app_id)),
            rows.map((row) => row.day),
            rows.map((row) => row.platform),
            rows.map((row) => row.sdk_version),
            smallints(rows.map((row) => row.lane)),
          ],
        });
      },
      committed() {
        for (const key of seen.keys()) known.set(key, true);
      },
    };
  };
};
