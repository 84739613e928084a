import type pg from 'pg';
import type { SdkEventType } from '#contracts/sdk.ts';
import { together } from '#kernel/db/pool.ts';
import { bigints, ints, smallints, uuids } from './arrays.ts';
import type { Tally } from './tally.ts';

const minuteMs = 60_000;
/** Minutes older than this when a batch arrives are of no use to anybody who watches, and are forgotten. */
const keptMs = 40 * minuteMs;

type Counts = [opens: number, impressions: number, clicks: number, completes: number];
const places: Partial<Record<SdkEventType, 0 | 1 | 2 | 3>> = {
  group_opened: 0,
  story_impression: 1,
  story_clicked: 2,
  group_completed: 3,
};

interface Row {
  app_id: string;
  minute: number;
  group_id: string;
  lane: number;
  counts: Counts;
}

/** The map that a map holds under a key, made on first use. */
const inside = <K, L, V>(map: Map<K, Map<L, V>>, key: K): Map<L, V> => {
  let held = map.get(key);
  if (!held) {
    held = new Map();
    map.set(key, held);
  }
  return held;
};

const keyOf = (row: Row): string => `${row.app_id} ${row.minute} ${row.group_id} ${row.lane}`;

const writeMinutes = async (on: pg.ClientBase, rows: readonly Row[]): Promise<void> => {
  await on.query({
    name: 'add-live-minutes',
    text: `insert into live_minute as held (app_id, minute, group_id, lane, opens, impressions, clicks, completes)
     select a, to_timestamp(m * 60.0), g, l, o, i, c, d
       from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::smallint[], $5::int[], $6::int[], $7::int[], $8::int[])
            as t (a, m, g, l, o, i, c, d)
     on conflict (app_id, minute, group_id, lane)
     do update set opens = held.opens + excluded.opens, impressions = held.impressions + excluded.impressions,
                   clicks = held.clicks + excluded.clicks, completes = held.completes + excluded.completes`,
    values: [
      uuids(rows.map((row) => row.app_id)),
      bigints(rows.map((row) => row.minute)),
      uuids(rows.map((row) => row.group_id)),
      smallints(rows.map((row) => row.lane)),
      ...([0, 1, 2, 3] as const).map((place) => ints(rows.map((row) => row.counts[place]))),
    ],
  });
};

/**
 * Makes tallies of what happens minute by minute in each group. Each forgets, once a minute, what its lane has that is
 * older than 40 minutes; the clock is that of whoever accepted the batches.
 */
export const liveTallies = (): (() => Tally) => {
  const tidied = new Map<number, number>();
  return () => {
    // Nested maps: joining texts to a key for each event costs more than all the rest.
    const added = new Map<number, Map<string, Map<number, Map<string, Row>>>>();
    /** When the last batch of each lane was accepted, ms. */
    const arrived = new Map<number, number>();
    return {
      add({ payload, lane }) {
        const { app_id, received_at, events } = payload;
        const oldest = received_at - keptMs;
        arrived.set(lane, Math.max(arrived.get(lane) ?? 0, received_at));
        let minutes: Map<number, Map<string, Row>> | null = null;
        for (const { type, at, group_id } of events) {
          const place = places[type];
          if (place === undefined || group_id === undefined || at < oldest) continue;
          minutes ??= inside(inside(added, lane), app_id);
          const minute = Math.floor(at / minuteMs);
          const groups = inside(minutes, minute);
          let found = groups.get(group_id);
          if (!found) {
            found = { app_id, minute, group_id, lane, counts: [0, 0, 0, 0] };
            groups.set(group_id, found);
          }
          found.counts[place] += 1;
        }
      },
      async write(on) {
        const rows = [...added.values()]
          .flatMap((apps) => [...apps.values()].flatMap((minutes) => [...minutes.values()]))
          .flatMap((groups) => [...groups.values()]);
        const sent: Promise<unknown>[] = [];
        if (rows.length > 0) {
          const keyed = rows.map((row) => ({ row, key: keyOf(row) })).sort((a, b) => (a.key < b.key ? -1 : 1));
          sent.push(
            writeMinutes(
              on,
              keyed.map(({ row }) => row),
            ),
          );
        }
        for (const [lane, now] of arrived) {
          if (now - (tidied.get(lane) ?? 0) < minuteMs) continue;
          const before = (now - keptMs) / 1000;
          sent.push(on.query('delete from live_minute where lane = $1 and minute < to_timestamp($2)', [lane, before]));
        }
        await together(sent);
      },
      committed() {
        for (const [lane, now] of arrived) if (now - (tidied.get(lane) ?? 0) >= minuteMs) tidied.set(lane, now);
      },
    };
  };
};
