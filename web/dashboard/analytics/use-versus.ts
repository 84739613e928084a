import { beforeName } from '../charts/days.ts';
import { dayText, parseDay, previousRange, yearBefore } from '../group/analytics/date-range.ts';
import { useRange } from '../group/analytics/use-range.ts';
import { useGroupSearch } from '../group/use-group-search.ts';
import { daysIn } from '../kit/text/format.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import type { Days } from './analytics-queries.ts';

const daySeconds = 86_400;

/** The days that the range of the address is compared with, what they are called, and how they are chosen. */
export function useVersus() {
  const { search, set } = useGroupSearch();
  const { range } = useRange();
  const asked = search.get('vs');
  const start = parseDay(asked);
  const length = Math.round((range.to - range.from) / daySeconds) + 1;
  const before = previousRange(range);
  const lastYear = yearBefore(range);
  const kind = asked === 'year' ? 'year' : start !== null ? 'other' : 'before';
  const days: Days =
    kind === 'year' ? lastYear : start !== null ? { from: start, to: start + range.to - range.from } : before;
  const name =
    kind === 'year'
      ? t(analyticsWords.yearBefore)
      : kind === 'other'
        ? daysIn('UTC', days.from, days.to)
        : beforeName(length);
  return {
    kind,
    days,
    name,
    before,
    lastYear,
    /** What the server is asked; null is its usual way. */
    start: kind === 'before' ? null : days.from,
    choose: (next: 'before' | 'year') => set({ vs: next === 'before' ? null : next }, { push: true }),
    pick: (first: number) => set({ vs: dayText(first) }, { push: true }),
  };
}
