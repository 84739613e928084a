import { csvLine } from '#contracts/api/csv.ts';
import { dayText } from '../../group/analytics/date-range.ts';
import { recountAnswerWords } from '../../words/recount-answer.en.ts';
import { t } from '../../words/t.ts';
import type { ComparedFigures } from './compared.ts';
import type { Recounted } from './recount-query.ts';

const bom = '\ufeff';
const exactly = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

const headOf = (answer: Recounted, label: string): string[] => {
  const difference = t(recountAnswerWords.csvDifference, { name: label });
  const now = t(recountAnswerWords.csvNow, { name: label });
  return 'rule' in answer
    ? [now, t(recountAnswerWords.csvAfter, { name: label, seconds: answer.rule.impression_seconds }), difference]
    : [t(recountAnswerWords.csvThen, { name: label }), now, difference];
};

/** A recount as CSV: all groups together, then each; its last line says of what it is, by which rules, and when it was counted. */
export function recountCsv(answer: Recounted, compared: ComparedFigures, app: string, countedAt: number): Blob {
  const { metrics, total, groups } = compared;
  const numbers = (pair: ComparedFigures['total']) =>
    metrics.flatMap(({ id }) => {
      const { first, second, difference } = pair(id);
      return [first, second, difference];
    });
  const about = {
    app,
    from: dayText(answer.ts_start),
    to: dayText(answer.ts_end),
    moment: exactly(countedAt),
  };
  const facts =
    'rule' in answer
      ? t(recountAnswerWords.ruleFacts, {
          ...about,
          is: answer.words.is,
          seconds: answer.rule.impression_seconds,
          other: answer.words.would_be,
        })
      : t(recountAnswerWords.momentFacts, { ...about, until: exactly(answer.accepted_until * 1000) });
  const rows = [
    [t(recountAnswerWords.storyGroup), ...metrics.flatMap(({ label }) => headOf(answer, label))],
    [t(recountAnswerWords.totals), ...numbers(total)],
    ...groups.map(({ title, pair }) => [title, ...numbers(pair)]),
    [facts],
  ];
  return new Blob([bom, ...rows.map(csvLine)], { type: 'text/csv' });
}
