import { useQuery } from '@tanstack/react-query';
import { mostComponentsByDay } from '#contracts/stats/interactive-stats.ts';
import { DayChartCard } from '../../charts/DayChartCard.tsx';
import { dayText } from '../../group/analytics/date-range.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { figureOn } from '../../kit/text/compared-words.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import type { Days } from '../analytics-queries.ts';
import { answerTotalsQuery } from './answers-queries.ts';
import css from './ComponentCard.module.css';
import type { AnswerCard } from './component-cards.ts';

const daySeconds = 86_400;

/** How often a component of a group was answered on each day: a chart, or the same as a table. */
export function ComponentDays(props: { card: AnswerCard; groupId: string; days: Days; countedAt: number }) {
  const { card, groupId, days, countedAt } = props;
  const { search, set } = useGroupSearch();
  const { data } = useQuery(answerTotalsQuery({ apps: [], instances: [], groups: [groupId] }, days, null));
  const daily = card.main?.daily;
  if (!card.main) return <p className="t-small">{t(interactionWords.noResponses)}</p>;
  if (!daily) return <p className="t-small">{t(interactionWords.noDays, { most: mostComponentsByDay })}</p>;
  return (
    <DayChartCard
      className={css.chart}
      level={5}
      title={t(interactionWords.responsesByDay)}
      name={t(interactionWords.responses)}
      before=""
      days={daily.map((count, at) => {
        const date = dayText(days.from + at * daySeconds);
        return { date, now: data ? figureOn(date, count, data.first_day) : count, before: null };
      })}
      nothing={t(interactionWords.noResponses)}
      chartLabel={t(interactionWords.daysLabel)}
      tableLabel={t(interactionWords.responsesByDay)}
      facts={{ countedAt }}
      table={search.get('days_as') === 'table'}
      onTable={(on) => set({ days_as: on ? 'table' : null })}
    />
  );
}
