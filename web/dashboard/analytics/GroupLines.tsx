import { useQuery } from '@tanstack/react-query';
import { ChartLine, Table2 } from 'lucide-react';
import { lazy } from 'react';
import { afterPaint } from '../charts/after-paint.ts';
import chart from '../charts/DayChartCard.module.css';
import { chartHeight, figureText, isToday } from '../charts/days.ts';
import { useGroupSearch } from '../group/use-group-search.ts';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { Card } from '../kit/Card.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Skeleton } from '../kit/states/Skeleton.tsx';
import { Table } from '../kit/table/Table.tsx';
import { figureOn } from '../kit/text/compared-words.ts';
import { dateIn } from '../kit/text/format.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { groupLineWords } from '../words/group-lines.en.ts';
import { homeWords } from '../words/home.en.ts';
import { t } from '../words/t.ts';
import { type Days, groupDaysQuery } from './analytics-queries.ts';
import css from './GroupLines.module.css';
import type { GroupLine } from './group-columns.ts';
import { LinesToggle } from './LinesToggle.tsx';
import type { Measure } from './measures.ts';

const LinesChart = lazy(() => afterPaint().then(() => import('./LinesChart.tsx')));

/** How many groups have a curve of their own. */
export const mostLines = 3;

/** The chosen figure of the first groups of the table by day, a curve each, or the same as a table. */
export function GroupLines({ lines, measure, days }: { lines: readonly GroupLine[]; measure: Measure; days: Days }) {
  const { search, set } = useGroupSearch();
  const shown = lines.filter(({ none, isWeb }) => none === null && !(isWeb && measure.notWeb)).slice(0, mostLines);
  const { data } = useQuery(
    groupDaysQuery(
      shown.map(({ row }) => row.id),
      days,
    ),
  );
  const dates = data?.get(shown[0]?.row.id ?? '')?.map(({ date }) => date) ?? [];
  const named = shown.map(({ row }) => ({
    id: row.id,
    title: row.title,
    values: (data?.get(row.id) ?? []).map((day) =>
      figureOn(day.date, measure.onDay(day) ?? undefined, row.compared.first_day),
    ),
  }));
  const table = search.get('chart') === 'table';
  const title = t(analyticsWords.chartTitle, { name: measure.label });
  const caption = t(groupLineWords.table, { name: measure.label });
  return (
    <Card as="section" className={`${chart.root} ${css.root}`} aria-label={title}>
      <div className={chart.head}>
        <h2 className="t-card">{title}</h2>
        <div className={css.tools}>
          <LinesToggle />
          <IconButton
            size="small"
            label={table ? t(homeWords.showChart) : t(homeWords.showTable)}
            icon={table ? <ChartLine /> : <Table2 />}
            onClick={() => set({ chart: table ? null : 'table' })}
          />
        </div>
      </div>
      {!data ? (
        <Skeleton height={chartHeight} radius={8} />
      ) : table ? (
        <section
          className={chart.table}
          style={{ height: chartHeight }}
          aria-label={caption}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, also with the keyboard
          tabIndex={0}
        >
          <Table
            caption={caption}
            cards={false}
            columns={[
              {
                id: 'date',
                label: t(groupLineWords.dayUtc),
                render: (at: number) => <span className="num">{dateIn('UTC', Date.parse(dates[at]!) / 1000)}</span>,
              },
              ...named.map(({ id, title: label, values }) => ({
                id,
                label,
                align: 'right' as const,
                render: (at: number) => figureText(values[at] ?? null, measure.unit),
              })),
            ]}
            rows={dates.map((_, at) => at)}
            rowKey={(at) => dates[at]!}
          />
        </section>
      ) : (
        <LazyPart
          fallback={<Skeleton height={chartHeight} radius={8} />}
          failed={
            <div className={chart.instead} style={{ height: chartHeight }}>
              {t(homeWords.chartDidNotLoad)}
            </div>
          }
        >
          <LinesChart
            dates={dates}
            lines={named}
            unit={measure.unit}
            height={chartHeight}
            label={t(groupLineWords.label, {
              name: measure.label,
              groups: named.map((line) => line.title).join(', '),
            })}
          />
        </LazyPart>
      )}
      <p className={`t-caption ${chart.note}`}>
        {t(groupLineWords.note, { count: named.length, today: dates.length > 0 && isToday(dates.at(-1)!) })}
      </p>
    </Card>
  );
}
