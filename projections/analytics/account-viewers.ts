import { viewerUuid } from '#kernel/viewer-names.ts';
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

interface Seen {
  account_id: string;
  month: string;
  viewer: string;
  days: number;
  lane: number;
}

/** Makes tallies of who was active in an account on which day; those of one process share what they know is written. */
export const accountViewers = (): (() => Tally) => {
  const written = createMemory();
  return () => {
    const seen = new Map<string, Seen>();
    let fresh: [string, Seen][] = [];
    return {
      add({ payload, lane }) {
        const { account_id, viewer, events } = payload;
        if (viewer === null) return;
        let last = -1;
        for (const { at } of events) {
          const day = Math.floor(at / dayMs);
          if (day === last) continue;
          last = day;
          const date = new Date(day * dayMs).toISOString();
          const month = date.slice(0, 7);
          const bit = 1 << (Number(date.slice(8, 10)) - 1);
          const key = `${account_id} ${month} ${viewer}`;
          const known = seen.get(key);
          if (known) known.days |= bit;
          else seen.set(key, { account_id, month: `${month}-01`, viewer, days: bit, lane });
        }
      },
      async write(on) {
        fresh = [...seen].filter(([key, { days }]) => (written.get(key) & days) !== days);
        if (fresh.length === 0) return;
        fresh.sort(([a], [b]) => (a < b ? -1 : 1));
        const rows = fresh.map(([, row]) => row);
        // A row that an upsert made has never been locked by anybody: those are the viewers who come for the first time.
        await on.query(
          `with given as (
             select * from unnest($1::uuid[], $2::date[], $3::uuid[], $4::int[], $5::smallint[])
                        as t (account_id, month, viewer, days, lane)
           ), written as (
             insert into account_viewer as held (account_id, month, viewer, days)
             select account_id, month, viewer, days from given
             on conflict (account_id, month, viewer) do update set days = held.days | excluded.days
              where held.days | excluded.days <> held.days
             returning account_id, month, viewer, xmax = 0 as first
           )
           insert into account_month as held (account_id, month, lane, viewers)
           select account_id, month, min(lane), count(*) from written join given using (account_id, month, viewer)
            where first group by account_id, month
           on conflict (account_id, month, lane) do update set viewers = held.viewers + excluded.viewers`,
          [
            rows.map((row) => row.account_id),
            rows.map((row) => row.month),
            rows.map((row) => viewerUuid(row.viewer)),
            rows.map((row) => row.days),
            rows.map((row) => row.lane),
          ],
        );
      },
      committed() {
        for (const [key, { days }] of fresh) written.add(key, days);
      },
    };
  };
};
