import { csvLine } from '#contracts/api/csv.ts';
import { dayText } from '../group/analytics/date-range.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import type { Days } from './analytics-queries.ts';
import { type FigureColumn, figureOf, type GroupLine } from './group-columns.ts';

/** What a file of the table holds; `countedAt` is when its figures were read, unix milliseconds. */
export interface ShownFigures {
  lines: readonly GroupLine[];
  columns: readonly FigureColumn[];
  placeLabel: string;
  days: Days;
  countedAt: number;
}

const bom = '\ufeff';

/** Lines of figures as CSV, and a last one that says of which days they are and when they were counted. */
export function linesCsv(lines: readonly (readonly unknown[])[], days: Days, countedAt: number): Blob {
  const facts = t(analyticsWords.fileFacts, {
    from: dayText(days.from),
    to: dayText(days.to),
    moment: new Date(countedAt).toISOString().slice(0, 19).replace('T', ' '),
  });
  return new Blob([bom, ...[...lines, [facts]].map(csvLine)], { type: 'text/csv' });
}

/** The rows and columns that the table shows as CSV. */
export function figuresCsv({ lines, columns, placeLabel, days, countedAt }: ShownFigures): Blob {
  const head = [t(analyticsWords.storyGroup), placeLabel, ...columns.map(({ label }) => label)];
  const rows = lines.map((line) => [line.row.title, line.place, ...columns.map((column) => figureOf(line, column))]);
  return linesCsv([head, ...rows], days, countedAt);
}
