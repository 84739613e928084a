import { returnDays } from '#contracts/stats/returns.ts';

const dayMs = 86_400_000;

/** The days of a calendar month whose viewers are counted, after 1, 7 and 30 days: bit 0 is the 1st. */
export interface CohortMonth {
  /** `YYYY-MM-01`, and the lengths of it and of the month after it. */
  month: string;
  length: number;
  nextLength: number;
  masks: readonly number[];
  /** The last day, since 1970, that any of them is looked for on. */
  lastDay: number;
}

/** The last day of a range whose day so much later is over; `today` is not. All are days since 1970. */
export const lastCohortDay = (lastDay: number, later: number, today: number): number =>
  Math.min(lastDay, today - 1 - later);

const bits = (from: number, to: number): number => (from > to ? 0 : 2 ** (to + 1) - 2 ** from);

/** The months of the days from `first` to `last` (since 1970, both included) that any viewers are counted of. */
export const cohortMonths = (first: number, last: number, today: number): CohortMonth[] => {
  const months: CohortMonth[] = [];
  const begin = new Date(first * dayMs);
  for (let at = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth(), 1); at <= last * dayMs; ) {
    const start = new Date(at);
    const [next, second] = [1, 2].map((more) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + more, 1));
    const [own, length] = [at / dayMs, (next! - at) / dayMs];
    const ends = returnDays.map((later) => Math.min(lastCohortDay(last, later, today), own + length - 1));
    const masks = ends.map((end) => bits(Math.max(first, own) - own, end - own));
    if (masks.some((mask) => mask > 0))
      months.push({
        month: start.toISOString().slice(0, 10),
        length,
        nextLength: (second! - next!) / dayMs,
        masks,
        lastDay: Math.max(...ends.map((end, index) => (masks[index]! > 0 ? end + returnDays[index]! : 0))),
      });
    at = next!;
  }
  return months;
};
