import type pg from 'pg';
import type { SdkEventType } from '#contracts/sdk/protocol.ts';
import { together } from '#kernel/db/transaction.ts';
import { bigints, ints, smallints, uuids } from '../binary-arrays.ts';
import type { Counter } from '../counter.ts';

const minuteMs = 60_000;
/** Minutes older than this when a batch arrives are no longer shown, and are deleted. */
const keptMs = 40 * minuteMs;

type MinuteCounts = [opens: number, impressions: number, clicks: number, completes: number];
const countIndexes: Partial<Record<SdkEventType, 0 | 1 | 2 | 3>> = {
  group_opened: 0,
  story_impression: 1,
  story_clicked: 2,
  group_completed: 3,
};

interface MinuteRow {
  app_id: string;
  minute: number;
  group_id: string;
  lane: number;
  counts: MinuteCounts;
}

/** The nested map under a key, created on first use. */
const getOrCreateMap = <K, L, V>(map: Map<K, Map<L, V>>, key: K): Map<L, V> => {
  let held = map.get(key);
  if (!held) {
    held = new Map();
    map.set(key, held);
  }
  return held;
};

const keyOf = (row: MinuteRow): string => `${row.app_id} ${row.minute} ${row.group_id} ${row.lane}`;

const writeMinutes = async (on: pg.ClientBase, rows: readonly MinuteRow[]): Promise<void> => {
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
      ...([0, 1, 2, 3] as const).map((index) => ints(rows.map((row) => row.counts[index]))),
    ],
  });
};

/**
 * Creates counters of each group's events by minute. Once a minute they delete what their lane has that is older than
 * 40 minutes; the clock is that of the accepting server.
 */
export const liveMinuteCounters = (): (() => Counter) => {
  const prunedAt = new Map<number, number>();
  return () => {
    // Nested maps: concatenating a key for each event costs more than everything else.
    const added = new Map<number, Map<string, Map<number, Map<string, MinuteRow>>>>();
    /** When the last batch of each lane was accepted, unix ms. */
    const arrived = new Map<number, number>();
    return {
      add({ payload, lane }) {
        const { app_id, received_at, events } = payload;
        const oldest = received_at - keptMs;
        arrived.set(lane, Math.max(arrived.get(lane) ?? 0, received_at));
        let minutes: Map<number, Map<string, MinuteRow>> | null = null;
        for (const { type, at, group_id } of events) {
          const index = countIndexes[type];
          if (index === undefined || group_id === undefined || at < oldest) continue;
          minutes ??= getOrCreateMap(getOrCreateMap(added, lane), app_id);
          const minute = Math.floor(at / minuteMs);
          const groups = getOrCreateMap(minutes, minute);
          let found = groups.get(group_id);
          if (!found) {
            found = { app_id, minute, group_id, lane, counts: [0, 0, 0, 0] };
            groups.set(group_id, found);
          }
          found.counts[index] += 1;
        }
      },
      async write(on) {
        const rows = [...added.values()]
          .flatMap((apps) => [...apps.values()].flatMap((minutes) => [...minutes.values()]))
          .flatMap((groups) => [...groups.values()]);
        const statements: Promise<unknown>[] = [];
        if (rows.length > 0) {
          const keyed = rows.map((row) => ({ row, key: keyOf(row) })).sort((a, b) => (a.key < b.key ? -1 : 1));
          statements.push(
            writeMinutes(
              on,
              keyed.map(({ row }) => row),
            ),
          );
        }
        for (const [lane, now] of arrived) {
          if (now - (prunedAt.get(lane) ?? 0) < minuteMs) continue;
          const before = (now - keptMs) / 1000;
          statements.push(
            on.query('delete from live_minute where lane = $1 and minute < to_timestamp($2)', [lane, before]),
          );
        }
        await together(statements);
      },
      committed() {
        for (const [lane, now] of arrived) if (now - (prunedAt.get(lane) ?? 0) >= minuteMs) prunedAt.set(lane, now);
      },
    };
  };
};
