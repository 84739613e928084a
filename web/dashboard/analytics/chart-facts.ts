import { type ChartFacts, chartDays } from '../charts/days.ts';
import { t } from '../words/t.ts';
import { tableCsvWords } from '../words/table-csv.en.ts';
import type { Measure } from './measures.ts';

/** What the file of a measure's days says of them; `before` are the days that they are compared with. */
export const chartFacts = (
  { id }: Measure,
  countedAt: number,
  before: readonly { date: string }[] = [],
): ChartFacts => ({
  countedAt,
  compared: chartDays(before.map(({ date }) => date)),
  note: id === 'reach' ? t(tableCsvWords.reachByDay) : undefined,
});
