import { lazy, type ReactNode } from 'react';
import { TableCsv } from '../csv/TableCsv.tsx';
import type { TableFile } from '../csv/table-file.ts';
import { Card } from '../kit/Card.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import { type Column, Table } from '../kit/table/Table.tsx';
import { dateIn } from '../kit/text/format.ts';
import { Figure } from '../kit/text/Metric.tsx';
import { detailWords } from '../words/details.en.ts';
import { homeWords } from '../words/home.en.ts';
import { t } from '../words/t.ts';
import { afterPaint } from './after-paint.ts';
import { ChartSpace, InsteadOfChart, TableSpace, TableToggle } from './ChartSpace.tsx';
import css from './DayChartCard.module.css';
import {
  type ChartDay,
  type ChartFacts,
  chartDays,
  chartHeight,
  columnName,
  type DayChange,
  figureText,
  type MadeGroup,
} from './days.ts';

// Its library is a quarter of what home weighs: figures and lists are there first.
const DayChart = lazy(() => afterPaint().then(() => import('./DayChart.tsx')));

/** Properties of a DayChartCard. */
export interface DayChartCardProps {
  title: string;
  /** What is counted, as the chart's days and the table name it. */
  name: string;
  /** What the dashed line is called; '' where nothing is compared. */
  before: string;
  days: readonly ChartDay[];
  /** What stands behind each figure, such as '%' or ' s'. */
  unit?: string;
  /** Groups whose covers stand on the days on which they were created. */
  made?: readonly MadeGroup[];
  /** Changes of content, marked on their days; `onChanges` opens those of a mark. */
  changes?: readonly DayChange[];
  onChanges?: (changes: readonly DayChange[]) => void;
  /** What the full line is called; this period where it is not said. */
  nowName?: string;
  average?: number | undefined;
  /** What stands in place of the chart while both periods have nothing. */
  nothing?: string;
  /** Of what the figures are, beside the title. */
  scope?: string | null;
  chartLabel: string;
  tableLabel: string;
  facts: ChartFacts;
  table: boolean;
  onTable: (on: boolean) => void;
  /** What else chooses what the chart shows. */
  tools?: ReactNode;
  className?: string | undefined;
  /** The level of its heading; 2 unless it stands in a card of its own. */
  level?: 2 | 5;
  /** What is to be known of the figures, below them. */
  children?: ReactNode;
}

const none: readonly MadeGroup[] = [];
const noChanges: readonly DayChange[] = [];
const opensNothing = () => {};

function Legend({ before, days, made = none, nowName, average }: DayChartCardProps) {
  const shown = made.find((group) => days.some((day) => day.date === group.date));
  return (
    <ul className={css.legend}>
      {before ? (
        <>
          <li className={css.legendWide}>
            <span className={css.key} aria-hidden />
            {nowName ?? t(homeWords.thisPeriod)}
          </li>
          <li className={css.legendWide}>
            <span className={css.key} data-dashed aria-hidden />
            {before}
          </li>
        </>
      ) : null}
      {shown ? (
        <li className={css.legendWide}>
          <Cover name={shown.title} src={shown.icon} size={16} />
          {t(homeWords.groupCreated)}
        </li>
      ) : null}
      {average === undefined ? null : (
        <li>{t(homeWords.average, { users: <Figure key="users" value={average} /> })}</li>
      )}
    </ul>
  );
}

const createdOn = (made: readonly MadeGroup[], { date }: ChartDay): string =>
  made
    .filter((group) => group.date === date)
    .map((group) => group.title)
    .join(', ');

const changedOn = (changes: readonly DayChange[], { date }: ChartDay): string =>
  changes
    .filter((change) => change.date === date)
    .map(({ sentence }) => sentence)
    .join(' ');

const fileOf = (props: DayChartCardProps): TableFile => {
  const { name, before, days, made, changes, nowName, unit = '', facts } = props;
  const column = (of: string) => columnName(of, unit);
  return {
    ...facts,
    days: chartDays(days.map(({ date }) => date)),
    head: [
      t(homeWords.dayUtc),
      column(nowName ?? name),
      ...(before ? [column(before)] : []),
      ...(made ? [t(homeWords.groupsCreated)] : []),
      ...(changes?.length ? [t(detailWords.changes)] : []),
    ],
    rows: days.map((day) => [
      day.date,
      day.now,
      ...(before ? [day.before] : []),
      ...(made ? [createdOn(made, day)] : []),
      ...(changes?.length ? [changedOn(changes, day)] : []),
    ]),
  };
};

function DayTable({ name, before, days, made, changes, nowName, tableLabel, unit }: DayChartCardProps) {
  const columns: Column<ChartDay>[] = [
    {
      id: 'date',
      label: t(homeWords.dayUtc),
      render: (day) => <span className="num">{dateIn('UTC', Date.parse(day.date) / 1000)}</span>,
    },
    { id: 'now', label: nowName ?? name, align: 'right', render: (day) => figureText(day.now, unit) },
  ];
  if (before)
    columns.push({ id: 'before', label: before, align: 'right', render: (day) => figureText(day.before, unit) });
  if (made)
    columns.push({
      id: 'created',
      label: t(homeWords.groupsCreated),
      render: (day) => createdOn(made, day),
    });
  if (changes?.length)
    columns.push({
      id: 'changes',
      label: t(detailWords.changes),
      render: (day) => changedOn(changes, day),
    });
  return (
    <TableSpace label={tableLabel}>
      <Table caption={tableLabel} cards={false} columns={columns} rows={days} rowKey={(day) => day.date} />
    </TableSpace>
  );
}

/** A figure by UTC day: a line with that of the period before, or the same as a table. */
export function DayChartCard(props: DayChartCardProps) {
  const {
    title,
    level = 2,
    name,
    before,
    days,
    made = none,
    changes = noChanges,
    onChanges = opensNothing,
    scope,
    nowName,
    unit = '',
    chartLabel,
    tableLabel,
    table,
    onTable,
    tools,
    className,
    children,
  } = props;
  const nothing = days.every((day) => !day.now && !day.before) ? props.nothing : undefined;
  const Heading = `h${level}` as const;
  return (
    <Card as="section" className={className ? `${css.root} ${className}` : css.root} aria-label={title}>
      <div className={css.head}>
        <Heading className="t-card">{title}</Heading>
        {scope ? <span className="t-caption">{scope}</span> : null}
        <Legend {...props} />
        {tools}
        {table ? <TableCsv title={tableLabel} file={() => fileOf(props)} disabled={days.length === 0} /> : null}
        <TableToggle table={table} onTable={onTable} />
      </div>
      {table ? (
        <DayTable {...props} />
      ) : nothing ? (
        <InsteadOfChart>{nothing}</InsteadOfChart>
      ) : (
        <ChartSpace>
          <DayChart
            days={days}
            made={made}
            changes={changes}
            onChanges={onChanges}
            name={nowName ?? name}
            before={before}
            unit={unit}
            height={chartHeight}
            label={chartLabel}
          />
        </ChartSpace>
      )}
      {children ? <p className={`t-caption ${css.note}`}>{children}</p> : null}
    </Card>
  );
}
