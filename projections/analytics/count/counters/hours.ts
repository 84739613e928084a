import type { SdkEventType } from '#contracts/sdk/protocol.ts';
import { bigints, dates, smallints, uuids } from '../binary-arrays.ts';
import type { Counter } from '../counter.ts';

const hourMs = 3_600_000;
const hoursOfDay = 24;

type HourCounts = [opens: number, impressions: number, clicks: number];
const countIndexes: Partial<Record<SdkEventType, 0 | 1 | 2>> = {
  group_opened: 0,
  story_impression: 1,
  story_clicked: 2,
};

interface HourRow {
  app_id: string;
  /** Since 1970. */
  hour: number;
  lane: number;
  counts: HourCounts;
}

const inOrder = (a: HourRow, b: HourRow): number =>
  a.app_id < b.app_id ? -1 : a.app_id > b.app_id ? 1 : a.hour - b.hour || a.lane - b.lane;

const rowOf = (apps: Map<string, Map<number, HourRow>>, app_id: string, hour: number, lane: number): HourRow => {
  let hours = apps.get(app_id);
  if (!hours) {
    hours = new Map();
    apps.set(app_id, hours);
  }
  // An app is in several lanes, of which there are fewer than 16.
  const key = hour * 16 + lane;
  let row = hours.get(key);
  if (!row) {
    row = { app_id, hour, lane, counts: [0, 0, 0] };
    hours.set(key, row);
  }
  return row;
};

/** Counts the opens, impressions and clicks of each app by UTC hour. */
export const createHourCounter = (): Counter => {
  const apps = new Map<string, Map<number, HourRow>>();
  return {
    add({ payload: { app_id, events }, lane }) {
      for (const { type, at } of events) {
        const index = countIndexes[type];
        if (index !== undefined) rowOf(apps, app_id, Math.floor(at / hourMs), lane).counts[index] += 1;
      }
    },
    async write(on) {
      const rows = [...apps.values()].flatMap((hours) => [...hours.values()]).sort(inOrder);
      if (rows.length === 0) return;
      await on.query({
        name: 'add-hours',
        text: `insert into hourly_count as held (app_id, day, hour, lane, opens, impressions, clicks)
               select * from unnest($1::uuid[], $2::date[], $3::smallint[], $4::smallint[], $5::bigint[], $6::bigint[],
                                    $7::bigint[])
               on conflict (app_id, day, hour, lane)
               do update set opens = held.opens + excluded.opens, impressions = held.impressions + excluded.impressions,
                             clicks = held.clicks + excluded.clicks`,
        values: [
          uuids(rows.map((row) => row.app_id)),
          dates(rows.map((row) => Math.floor(row.hour / hoursOfDay))),
          smallints(rows.map((row) => row.hour % hoursOfDay)),
          smallints(rows.map((row) => row.lane)),
          ...([0, 1, 2] as const).map((index) => bigints(rows.map((row) => row.counts[index]))),
        ],
      });
    },
  };
};
