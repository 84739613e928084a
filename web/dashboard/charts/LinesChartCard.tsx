import { lazy, type ReactNode } from 'react';
import { TableCsv } from '../csv/TableCsv.tsx';
import type { TableFile } from '../csv/table-file.ts';
import { Card } from '../kit/Card.tsx';
import { Skeleton } from '../kit/states/Skeleton.tsx';
import { Table } from '../kit/table/Table.tsx';
import { dateIn } from '../kit/text/format.ts';
import { homeWords } from '../words/home.en.ts';
import { t } from '../words/t.ts';
import { afterPaint } from './after-paint.ts';
import { ChartSpace, TableSpace, TableToggle } from './ChartSpace.tsx';
import css from './DayChartCard.module.css';
import { type ChartFacts, chartDays, chartHeight, columnName, figureText } from './days.ts';
import type { NamedLine } from './LinesChart.tsx';
import own from './LinesChartCard.module.css';

const LinesChart = lazy(() => afterPaint().then(() => import('./LinesChart.tsx')));

/** Properties of a LinesChartCard; without `lines` they are awaited. */
export interface LinesChartCardProps {
  title: string;
  dates: readonly string[];
  lines: readonly NamedLine[] | undefined;
  /** What stands behind each figure, such as '%'. */
  unit: string;
  chartLabel: string;
  tableLabel: string;
  facts: ChartFacts;
  table: boolean;
  onTable: (on: boolean) => void;
  /** What else chooses what the chart shows. */
  tools?: ReactNode;
  /** What stands in the place of lines that did not come. */
  failed?: ReactNode;
  /** What is to be known of the figures, below them. */
  children?: ReactNode;
}

const fileOf = ({ dates, lines = [], unit, facts }: LinesChartCardProps): TableFile => ({
  ...facts,
  days: chartDays(dates),
  head: [t(homeWords.dayUtc), ...lines.map(({ title }) => columnName(title, unit))],
  rows: dates.map((date, at) => [date, ...lines.map(({ values }) => values[at] ?? null)]),
});

function DayTable({ tableLabel, dates, lines = [], unit }: LinesChartCardProps) {
  return (
    <TableSpace label={tableLabel}>
      <Table
        caption={tableLabel}
        cards={false}
        columns={[
          {
            id: 'date',
            label: t(homeWords.dayUtc),
            render: (at: number) => <span className="num">{dateIn('UTC', Date.parse(dates[at]!) / 1000)}</span>,
          },
          ...lines.map(({ id, title, values }) => ({
            id,
            label: title,
            align: 'right' as const,
            render: (at: number) => figureText(values[at] ?? null, unit),
          })),
        ]}
        rows={dates.map((_, at) => at)}
        rowKey={(at) => dates[at]!}
      />
    </TableSpace>
  );
}

/** Some figures by UTC day, a curve each, or the same as a table. */
export function LinesChartCard(props: LinesChartCardProps) {
  const { title, dates, lines, unit, chartLabel, tableLabel, table, onTable, tools, failed, children } = props;
  return (
    <Card as="section" className={`${css.root} ${own.root}`} aria-label={title}>
      <div className={css.head}>
        <h2 className="t-card">{title}</h2>
        <div className={own.tools}>
          {tools}
          {table && lines ? (
            <TableCsv title={tableLabel} file={() => fileOf(props)} disabled={dates.length === 0} />
          ) : null}
          <TableToggle table={table} onTable={onTable} />
        </div>
      </div>
      {!lines && failed ? (
        failed
      ) : !lines ? (
        <Skeleton height={chartHeight} radius={8} />
      ) : table ? (
        <DayTable {...props} />
      ) : (
        <ChartSpace>
          <LinesChart dates={dates} lines={lines} unit={unit} height={chartHeight} label={chartLabel} />
        </ChartSpace>
      )}
      <p className={`t-caption ${css.note}`}>{children}</p>
    </Card>
  );
}
