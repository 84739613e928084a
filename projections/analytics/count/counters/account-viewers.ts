import { LRUCache } from 'lru-cache';
import { dates as dateArray, ints, smallints, uuids, viewerUuids } from '../binary-arrays.ts';
import type { Counter } from '../counter.ts';

const dayMs = 86_400_000;
/** Viewers of whom a process remembers that their day is written, at most. */
const maxRemembered = 200_000;

/** Remembers committed days, which are never taken back, of the viewers who were counted last. */
const createCommittedDays = () => {
  // A maximum of sizes, since for a maximum of entries the cache would take all their room at once.
  const held = new LRUCache<string, number>({ maxSize: maxRemembered, sizeCalculation: () => 1 });
  return {
    get: (key: string): number => held.get(key) ?? 0,
    add: (key: string, days: number): void => void held.set(key, (held.get(key) ?? 0) | days),
  };
};

interface MonthDay {
  /** The month's first day since 1970. */
  month: number;
  bit: number;
}
const monthDays = new LRUCache<number, MonthDay>({ max: 1000 });
/** The month that a day since 1970 lies in, and the day's bit. */
const monthDayOf = (day: number): MonthDay => {
  const known = monthDays.get(day);
  if (known) return known;
  const index = new Date(day * dayMs).getUTCDate() - 1;
  const created = { month: day - index, bit: 1 << index };
  monthDays.set(day, created);
  return created;
};

interface ViewerMonth {
  account_id: string;
  month: number;
  viewer: string;
  /** Days with any event, and those of them with a batch that was not crowded. */
  days: number;
  billed: number;
  lane: number;
}

/** The first (1 to 31) of a bit set of days; 0 when it is empty. */
const firstDay = (days: number): number => (days === 0 ? 0 : 32 - Math.clz32(days & -days));

/** Creates counters of the viewers active in an account by day; those of one process share which days are committed. */
export const accountViewerCounters = (): (() => Counter) => {
  // Of a day that is known as billed the row's `billed_from` is that day or one before it.
  const billedWritten = createCommittedDays();
  const crowdedWritten = createCommittedDays();
  const isWritten = (key: string, { days, billed }: ViewerMonth): boolean => {
    const known = billedWritten.get(key);
    if ((known & days) === days) return true;
    const crowded = days & ~known;
    return (billed & ~known) === 0 && (crowdedWritten.get(key) & crowded) === crowded;
  };
  return () => {
    const months = new Map<string, ViewerMonth>();
    let unwritten: [string, ViewerMonth][] = [];
    return {
      add({ payload, lane }) {
        const { account_id, viewer, crowded, events } = payload;
        if (viewer === null) return;
        let last = -1;
        for (const { at } of events) {
          const day = Math.floor(at / dayMs);
          if (day === last) continue;
          last = day;
          const { month, bit } = monthDayOf(day);
          const key = `${account_id} ${month} ${viewer}`;
          const billed = crowded ? 0 : bit;
          const known = months.get(key);
          if (known) {
            known.days |= bit;
            known.billed |= billed;
          } else months.set(key, { account_id, month, viewer, days: bit, billed, lane });
        }
      },
      async write(on) {
        unwritten = [...months].filter(([key, row]) => !isWritten(key, row));
        if (unwritten.length === 0) return;
        unwritten.sort(([a], [b]) => (a < b ? -1 : 1));
        const rows = unwritten.map(([, row]) => row);
        // A row that an upsert made has never been locked by anybody: those are the viewers who come for the first
        // time.
        await on.query({
          name: 'add-account-viewers',
          text: `with given as (
             select * from unnest($1::uuid[], $2::date[], $3::uuid[], $4::int[], $5::smallint[], $6::smallint[])
                        as t (account_id, month, viewer, days, first_billed, lane)
           ), written as (
             insert into account_viewer as held (account_id, month, viewer, days, billed_from)
             select account_id, month, viewer, days, month + (nullif(first_billed, 0) - 1) from given
             on conflict (account_id, month, viewer)
             do update set days = held.days | excluded.days,
                           billed_from = least(held.billed_from, excluded.billed_from)
              where held.days | excluded.days <> held.days
                 or excluded.billed_from < coalesce(held.billed_from, 'infinity')
             returning account_id, month, viewer, xmax = 0 as first
           )
           insert into account_month as held (account_id, month, lane, viewers)
           select account_id, month, min(lane), count(*) from written join given using (account_id, month, viewer)
            where first group by account_id, month
           on conflict (account_id, month, lane) do update set viewers = held.viewers + excluded.viewers`,
          values: [
            uuids(rows.map((row) => row.account_id)),
            dateArray(rows.map((row) => row.month)),
            viewerUuids(rows.map((row) => row.viewer)),
            ints(rows.map((row) => row.days)),
            smallints(rows.map((row) => firstDay(row.billed))),
            smallints(rows.map((row) => row.lane)),
          ],
        });
      },
      committed() {
        for (const [key, { days, billed }] of unwritten) {
          if (billed !== 0) billedWritten.add(key, billed);
          if (billed !== days) crowdedWritten.add(key, days & ~billed);
        }
      },
    };
  };
};
