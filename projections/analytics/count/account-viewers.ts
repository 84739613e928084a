import { dates as dateArray, ints, smallints, uuids, viewerUuids } from './arrays.ts';
import type { Tally } from './tally.ts';

const dayMs = 86_400_000;
/** Most viewers of whom a process remembers that their day is written; then the older half is forgotten. */
const mostRemembered = 200_000;

/** Days are never taken back, so that what was once committed need not be asked for again. */
const createMemory = () => {
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  return {
    get: (key: string): number => (young.get(key) ?? 0) | (old.get(key) ?? 0),
    add(key: string, days: number): void {
      young.set(key, (young.get(key) ?? 0) | days);
      if (young.size < mostRemembered / 2) return;
      old = young;
      young = new Map();
    },
  };
};

interface DateOf {
  /** The month's first day since 1970. */
  month: number;
  bit: number;
}
const dates = new Map<number, DateOf>();
/** The month that a day since 1970 lies in, and the day's bit. */
const dateOf = (day: number): DateOf => {
  const known = dates.get(day);
  if (known) return known;
  const place = new Date(day * dayMs).getUTCDate() - 1;
  if (dates.size > 1000) dates.clear();
  const made = { month: day - place, bit: 1 << place };
  dates.set(day, made);
  return made;
};

interface Seen {
  account_id: string;
  month: number;
  viewer: string;
  /** Days with any event, and those of them with a batch that was not crowded. */
  days: number;
  billed: number;
  lane: number;
}

/** The place (1 to 31) of the first of some days; 0 when there is none. */
const firstOf = (days: number): number => (days === 0 ? 0 : 32 - Math.clz32(days & -days));

/** Makes tallies of who was active in an account on which day; those of one process share what they know is written. */
export const accountViewers = (): (() => Tally) => {
  // Of a day that is known as billed the row's `billed_from` is that day or one before it.
  const billedWritten = createMemory();
  const crowdedWritten = createMemory();
  const isWritten = (key: string, { days, billed }: Seen): boolean => {
    const known = billedWritten.get(key);
    if ((known & days) === days) return true;
    const crowded = days & ~known;
    return (billed & ~known) === 0 && (crowdedWritten.get(key) & crowded) === crowded;
  };
  return () => {
    const seen = new Map<string, Seen>();
    let fresh: [string, Seen][] = [];
    return {
      add({ payload, lane }) {
        const { account_id, viewer, crowded, events } = payload;
        if (viewer === null) return;
        let last = -1;
        for (const { at } of events) {
          const day = Math.floor(at / dayMs);
          if (day === last) continue;
          last = day;
          const { month, bit } = dateOf(day);
          const key = `${account_id} ${month} ${viewer}`;
          const billed = crowded ? 0 : bit;
          const known = seen.get(key);
          if (known) {
            known.days |= bit;
            known.billed |= billed;
          } else seen.set(key, { account_id, month, viewer, days: bit, billed, lane });
        }
      },
      async write(on) {
        fresh = [...seen].filter(([key, row]) => !isWritten(key, row));
        if (fresh.length === 0) return;
        fresh.sort(([a], [b]) => (a < b ? -1 : 1));
        const rows = fresh.map(([, row]) => row);
        // A row that an upsert made has never been locked by anybody: those are the viewers who come for the first time.
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
            smallints(rows.map((row) => firstOf(row.billed))),
            smallints(rows.map((row) => row.lane)),
          ],
        });
      },
      committed() {
        for (const [key, { days, billed }] of fresh) {
          if (billed !== 0) billedWritten.add(key, billed);
          if (billed !== days) crowdedWritten.add(key, days & ~billed);
        }
      },
    };
  };
};
