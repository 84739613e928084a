import { useQuery } from '@tanstack/react-query';
import { isToday } from '../charts/days.ts';
import { LinesChartCard } from '../charts/LinesChartCard.tsx';
import { useGroupSearch } from '../group/use-group-search.ts';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { figureOn } from '../kit/text/compared-words.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { groupLineWords } from '../words/group-lines.en.ts';
import { t } from '../words/t.ts';
import { type Days, groupDaysQuery } from './analytics-queries.ts';
import { chartFacts } from './chart-facts.ts';
import type { GroupLine } from './group-columns.ts';
import { LinesToggle } from './LinesToggle.tsx';
import type { Measure } from './measures.ts';

/** More curves could not be told apart. */
const most = 3;

/** The chosen figure of the first groups of the table by day, a curve each, or the same as a table. */
export function GroupLines({ lines, measure, days }: { lines: readonly GroupLine[]; measure: Measure; days: Days }) {
  const { search, set } = useGroupSearch();
  const shown = lines.filter(({ none, isWeb }) => none === null && !(isWeb && measure.notWeb)).slice(0, most);
  const ids = shown.map(({ row }) => row.id);
  const { data, isError, refetch, dataUpdatedAt } = useQuery(groupDaysQuery(ids, days));
  const dates = data?.get(ids[0] ?? '')?.map(({ date }) => date) ?? [];
  const named = shown.map(({ row }) => ({
    id: row.id,
    title: row.title,
    values: (data?.get(row.id) ?? []).map((day) =>
      figureOn(day.date, measure.onDay(day) ?? undefined, row.compared.first_day),
    ),
  }));
  return (
    <LinesChartCard
      title={t(analyticsWords.chartTitle, { name: measure.label })}
      dates={dates}
      lines={data || ids.length === 0 ? named : undefined}
      unit={measure.unit}
      chartLabel={t(groupLineWords.label, {
        name: measure.label,
        groups: named.map(({ title }) => title).join(', '),
      })}
      tableLabel={t(groupLineWords.table, { name: measure.label })}
      facts={chartFacts(measure, dataUpdatedAt)}
      table={search.get('chart') === 'table'}
      onTable={(on) => set({ chart: on ? 'table' : null })}
      tools={<LinesToggle />}
      failed={
        isError && !data ? (
          <ErrorState
            bare
            title={t(analyticsWords.didNotLoad)}
            text={t(analyticsWords.didNotLoadText)}
            onRetry={() => refetch()}
          />
        ) : null
      }
    >
      {t(groupLineWords.note, { count: named.length, today: dates.length > 0 && isToday(dates.at(-1)!) })}
    </LinesChartCard>
  );
}
