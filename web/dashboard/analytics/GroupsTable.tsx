import { useQueries } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import type { DailyStats, GroupStats } from '#contracts/stats/stats.ts';
import { isGroupActive } from '#contracts/story-group/status.ts';
import { isToday } from '../charts/days.ts';
import { Cover } from '../kit/pictures/Cover.tsx';
import { Sparkline } from '../kit/pictures/Sparkline.tsx';
import table from '../kit/table/Table.module.css';
import { type Column, type RowPart, type Sort, Table } from '../kit/table/Table.tsx';
import { Figure, Missing } from '../kit/text/Metric.tsx';
import { AskableFigure } from '../why/AskableFigure.tsx';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import { type Days, groupDaysQuery } from './analytics-queries.ts';
import css from './GroupsTable.module.css';
import { type FigureColumn, type GroupLine, hasFigure } from './group-columns.ts';
import { useDrawnRows } from './use-drawn-rows.ts';

const batch = 25;
const mostDays = 92;

/** The days of the groups that are drawn, asked for by the batch that each stands in. */
function useDaysOf(lines: readonly GroupLine[], part: RowPart | undefined, days: Days) {
  const first = Math.floor((part?.first ?? 0) / batch);
  const last = Math.floor(Math.max(0, (part?.end ?? lines.length) - 1) / batch);
  const batches = Array.from({ length: last - first + 1 }, (_, at) =>
    lines.slice((first + at) * batch, (first + at + 1) * batch).map(({ row }) => row.id),
  );
  const found = useQueries({ queries: batches.map((ids) => groupDaysQuery(ids, days)) });
  return (id: string): readonly DailyStats[] | undefined => found.find(({ data }) => data?.has(id))?.data?.get(id);
}

function FigureCell({ line, column, highest }: { line: GroupLine; column: FigureColumn; highest: number | null }) {
  if (!hasFigure(line, column)) return <Missing why={line.none ?? t(analyticsWords.notWeb)} />;
  const value = column.read(line.row.stats);
  const text: ReactNode = (
    <AskableFigure figure={column.why} of={{ scope: 'group', id: line.row.id }} quiet={highest === null}>
      {column.text ? column.text(line.row.stats) : <Figure value={value} />}
    </AskableFigure>
  );
  if (highest === null) return text;
  return (
    <span className={css.sorted}>
      <span className={css.bar} aria-hidden>
        <span style={{ width: `${highest > 0 ? (value / highest) * 100 : 0}%` }} />
      </span>
      {text}
    </span>
  );
}

function DaysCell({ line, days }: { line: GroupLine; days: readonly DailyStats[] | undefined }) {
  if (line.none !== null || !days || days.length < 2) return null;
  const reach = days.map((day) => day.reach);
  return (
    <Sparkline
      values={reach}
      running={isToday(days.at(-1)!.date)}
      width={76}
      height={24}
      label={t(analyticsWords.reachByDay, { title: line.row.title, figures: reach.join(', ') })}
    />
  );
}

/** Properties of the GroupsTable; `totals` are the figures of all its groups together. */
export interface GroupsTableProps {
  lines: readonly GroupLine[];
  columns: readonly FigureColumn[];
  /** What the place of a group is called: its instance, or its app. */
  placeLabel: string;
  totals: { stats: GroupStats; count: number; none: string | null; onlyWeb: boolean };
  days: Days;
  sort: Sort;
  onSort: (sort: Sort) => void;
  addressOf: (groupId: string) => string;
  /** The group that is shown beside the chart; a click on a row chooses it. */
  chosen: string | undefined;
  onChoose: (groupId: string) => void;
}

/** The figures of groups, a row each, below those of all together. */
export function GroupsTable(props: GroupsTableProps) {
  const { lines, columns, placeLabel, totals, days, sort, onSort, addressOf, chosen, onChoose } = props;
  const place = useRef<HTMLElement>(null);
  const part = useDrawnRows(lines.length, place);
  const dayCount = Math.round((days.to - days.from) / 86_400) + 1;
  const drawsDays = dayCount > 1 && dayCount <= mostDays;
  const daysOf = useDaysOf(drawsDays ? lines : [], part, days);
  const sorted = columns.find(({ id }) => id === sort.by);
  const highest = sorted
    ? Math.max(0, ...lines.map((line) => (hasFigure(line, sorted) ? sorted.read(line.row.stats) : 0)))
    : 0;
  const tableColumns: Column<GroupLine>[] = [
    {
      id: 'group',
      label: t(analyticsWords.storyGroup),
      render: ({ row }) => (
        <Link className={css.group} to={addressOf(row.id)}>
          <Cover name={row.title} src={row.icon} size={28} state={isGroupActive(row.status) ? 'active' : 'inactive'} />
          <span className={`${table.name} truncate`}>{row.title}</span>
        </Link>
      ),
    },
    {
      id: 'place',
      label: placeLabel,
      render: (line) => <span className={`${css.place} truncate`}>{line.place}</span>,
    },
    ...columns.map(
      (column): Column<GroupLine> => ({
        id: column.id,
        label: column.label,
        align: 'right',
        sortable: true,
        render: (line) => <FigureCell line={line} column={column} highest={column.id === sort.by ? highest : null} />,
      }),
    ),
    ...(drawsDays
      ? [
          {
            id: 'days',
            label: t(analyticsWords.byDay, { days: dayCount }),
            render: (line: GroupLine) => <DaysCell line={line} days={daysOf(line.row.id)} />,
          },
        ]
      : []),
    {
      id: 'open',
      label: t(analyticsWords.openGroup, { title: '' }),
      head: false,
      align: 'right',
      width: 48,
      render: ({ row }) => (
        <Link className={css.open} to={addressOf(row.id)} tabIndex={-1} aria-hidden>
          <ChevronRight size={16} />
        </Link>
      ),
    },
  ];
  const totalOf = (column: FigureColumn): ReactNode =>
    totals.none ? (
      <Missing why={totals.none} />
    ) : (
      <AskableFigure figure={column.why} of="together">
        {column.text ? column.text(totals.stats) : <Figure value={column.read(totals.stats)} />}
      </AskableFigure>
    );
  return (
    <section
      ref={place}
      className={css.root}
      aria-label={t(analyticsWords.table)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also with the keyboard
      tabIndex={0}
    >
      <p className={`${css.hint} t-caption`}>{t(analyticsWords.tableScrolls)}</p>
      <Table
        caption={t(analyticsWords.table)}
        cards={false}
        columns={tableColumns}
        rows={lines}
        rowKey={({ row }) => row.id}
        sort={sort}
        onSort={onSort}
        widthsName={totals.onlyWeb ? 'analytics.web' : 'analytics'}
        part={part}
        selected={({ row }) => row.id === chosen}
        onRow={({ row }) => onChoose(row.id)}
        totals={{
          group: t(analyticsWords.allOf, { count: totals.count }),
          ...Object.fromEntries(columns.map((column) => [column.id, totalOf(column)])),
        }}
      />
    </section>
  );
}
