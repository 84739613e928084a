import type { StoodFigures } from '#contracts/stats/recount.ts';
import { recountAnswerWords } from '../../words/recount-answer.en.ts';
import { t } from '../../words/t.ts';
import type { Recounted } from './recount-query.ts';

type Metric = keyof StoodFigures;

const labels: Readonly<Record<Metric, string>> = {
  impression: t(recountAnswerWords.impressions),
  reach: t(recountAnswerWords.reach),
  open: t(recountAnswerWords.opened),
  click: t(recountAnswerWords.clicks),
  complete: t(recountAnswerWords.completions),
};

type Figures = Partial<Record<Metric, number>>;

/** A figure before and after, and what lies between them. */
export interface Pair {
  first: number;
  second: number;
  difference: number;
}

interface Sides {
  first: Figures;
  second: Figures;
  difference: Figures;
}

/** Both kinds of recounts in one shape: figures with their names, of all groups and of each, on two sides. */
export interface ComparedFigures {
  metrics: readonly { id: Metric; label: string }[];
  first: string;
  second: string;
  total: (metric: Metric) => Pair;
  groups: readonly { id: string; title: string; pair: (metric: Metric) => Pair }[];
}

const pairIn =
  ({ first, second, difference }: Sides) =>
  (metric: Metric): Pair => ({ first: first[metric]!, second: second[metric]!, difference: difference[metric]! });

const titleOf = (title: string | null): string => title ?? t(recountAnswerWords.deletedGroup);
const namesOf = (metrics: readonly Metric[]) => metrics.map((id) => ({ id, label: labels[id] }));

/** An answer as it is shown. */
export const comparedOf = (answer: Recounted): ComparedFigures => {
  if ('rule' in answer) {
    const sides = ({ is, would_be, difference }: Pick<typeof answer, 'is' | 'would_be' | 'difference'>): Sides => ({
      first: is,
      second: would_be,
      difference,
    });
    return {
      metrics: namesOf(['impression', 'reach']),
      first: t(recountAnswerWords.now),
      second: t(recountAnswerWords.afterSeconds, { seconds: answer.rule.impression_seconds }),
      total: pairIn(sides(answer)),
      groups: answer.groups.map((one) => ({
        id: one.story_group_id,
        title: titleOf(one.title),
        pair: pairIn(sides(one)),
      })),
    };
  }
  const sides = ({
    as_it_stood,
    now,
    difference,
  }: Pick<typeof answer, 'as_it_stood' | 'now' | 'difference'>): Sides => ({
    first: as_it_stood,
    second: now,
    difference,
  });
  return {
    metrics: namesOf(['impression', 'reach', 'open', 'click', 'complete']),
    first: t(recountAnswerWords.thatMoment),
    second: t(recountAnswerWords.now),
    total: pairIn(sides(answer)),
    groups: answer.groups.map((one) => ({
      id: one.story_group_id,
      title: titleOf(one.title),
      pair: pairIn(sides(one)),
    })),
  };
};
