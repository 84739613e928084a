import { csvLine } from '#contracts/api/csv.ts';
import type { GroupInteractiveRow } from '#contracts/stats/interactive-stats.ts';
import { dayText } from '../../group/analytics/date-range.ts';
import { analyticsWords } from '../../words/analytics.en.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import type { Days } from '../analytics-queries.ts';
import { answerKinds, countOf } from './answer-kinds.ts';
import type { LabelOf } from './answer-labels.tsx';
import { type AnswerCard, barsOf, labelIn } from './component-cards.ts';

/** A row of the table: a group and where it lies. */
export interface AnswerLine {
  row: GroupInteractiveRow;
  place: string;
}

const bom = '\ufeff';

const fileOf = (lines: readonly (readonly unknown[])[], days: Days, countedAt: number): Blob => {
  const facts = t(interactionWords.fileFacts, {
    from: dayText(days.from),
    to: dayText(days.to),
    moment: new Date(countedAt).toISOString().slice(0, 19).replace('T', ' '),
  });
  return new Blob([bom, ...[...lines, [facts]].map(csvLine)], { type: 'text/csv' });
};

/** The table of groups as CSV; its last line says of which days it is. */
export const groupsCsv = (lines: readonly AnswerLine[], placeLabel: string, days: Days, countedAt: number): Blob => {
  const head = [t(analyticsWords.storyGroup), placeLabel, ...answerKinds.map(({ label }) => label)];
  const rows = lines.map(({ row, place }) => [
    row.title,
    place,
    ...answerKinds.map((kind) => countOf(row.stats, kind)),
  ]);
  return fileOf([head, ...rows], days, countedAt);
};

/** The bars of a card as CSV, likewise; a share is in percent. */
export const cardCsv = (card: AnswerCard, labelOf: LabelOf, days: Days, countedAt: number): Blob => {
  const head = [t(interactionWords.answer), t(interactionWords.count), t(interactionWords.share)];
  const rows = barsOf(card).map((bar) => [labelIn(card, bar, labelOf).text, bar.count, bar.share / 10]);
  return fileOf([head, ...rows], days, countedAt);
};
