import type { Test } from 'tap';
import type { Db } from '#kernel/db/pool.ts';
import {
  addTo,
  type EntitySet,
  readDailyCounts,
  readDailyViewers,
  readRangeTotals,
  zeroSums,
} from '../questions/metrics.ts';
import { counterColumns } from '../tables.ts';

/** Compares the counts and the viewers by day of ranges, added up by periods, with what each of their days says. */
export const compareSums = async (
  t: Pick<Test, 'same'>,
  db: Db,
  set: EntitySet,
  ranges: readonly string[][],
  what: string,
): Promise<void> => {
  const ask = {
    apps: set.entities.map(({ app_id }) => app_id),
    scope: set.scope,
    subjects: set.entities.map(({ id }) => id),
    from: '2000-01-01',
    to: '2100-01-01',
  };
  const counts = await readDailyCounts(db, ask, counterColumns);
  const seen = await readDailyViewers(db, ask);
  for (const days of ranges) {
    const totalOf = await readRangeTotals(db, set, days, { viewerDays: true });
    for (const { id } of set.entities) {
      const inside = ({ day, subject_id }: { day: string; subject_id: string }): boolean =>
        subject_id === id && days.includes(day);
      const sum = zeroSums();
      for (const row of counts.filter(inside)) addTo(sum, row);
      const viewerDays = seen.filter(inside).reduce((all, { viewers }) => all + viewers, 0);
      const total = totalOf(id);
      const found = Object.fromEntries(counterColumns.map((name) => [name, total.counts[name]]));
      t.same(
        { ...found, viewerDays: total.viewerDays },
        { ...sum, viewerDays },
        `${what}: ${days[0]}, ${days.length} days`,
      );
    }
  }
};
