import './analytics.css';
import { useQuery } from '@tanstack/react-query';
import { ChartLine, Table2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { GroupStats, GroupStatsRow } from '#contracts/stats.ts';
import { Card } from '../kit/Card.tsx';
import { ErrorState } from '../kit/ErrorState.tsx';
import { dateIn, exactNumber, percent } from '../kit/format.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Change, Figure } from '../kit/Metric.tsx';
import { Loading, Skeleton } from '../kit/Skeleton.tsx';
import { Table } from '../kit/Table.tsx';
import { useSession } from '../shell/session-context.tsx';
import type { DailyMetric } from './DailyChart.tsx';
import { previousRange } from './date-range.ts';
import { type GroupDetail, groupStatsQuery } from './group-queries.ts';
import { StoryFigures } from './StoryFigures.tsx';
import { useRange } from './use-range.ts';

const DailyChart = lazy(() => import('./DailyChart.tsx'));

interface Tile {
  name: string;
  metric?: DailyMetric;
  read: (stats: GroupStats) => number;
  text?: (stats: GroupStats) => string;
}

const tiles = (isWeb: boolean): Tile[] => [
  { name: 'Reach', metric: 'reach', read: (stats) => stats.reach },
  { name: 'Impression', metric: 'impression', read: (stats) => stats.total_impression },
  { name: 'Click', metric: 'click', read: (stats) => stats.total_click },
  { name: 'CTR', read: (stats) => stats.ctr, text: (stats) => percent(stats.ctr) },
  {
    name: 'Avg. Watch Length',
    read: (stats) => stats.average_watch_length,
    text: (stats) => `${stats.average_watch_length.toFixed(1)} s`,
  },
  { name: 'Opened', read: (stats) => stats.total_open },
  ...(isWeb ? [] : [{ name: 'Completed', read: (stats: GroupStats) => stats.total_complete }]),
];

const names: Record<DailyMetric, string> = { reach: 'Reach', impression: 'Impression', click: 'Click' };

function Tiles(props: {
  row: GroupStatsRow;
  isWeb: boolean;
  metric: DailyMetric;
  onMetric: (one: DailyMetric) => void;
}) {
  const { row, isWeb, metric, onMetric } = props;
  return (
    <ul className="figures">
      {tiles(isWeb).map(({ name, metric: own, read, text }) => {
        const inside = (
          <>
            <span className="sr-metric-name">{name}</span>
            <span className="sr-metric-value">{text ? text(row.stats) : <Figure value={read(row.stats)} />}</span>
            <Change now={read(row.stats)} before={read(row.previous)} />
          </>
        );
        return (
          <li key={name}>
            {own ? (
              <button type="button" className="figure" aria-pressed={own === metric} onClick={() => onMetric(own)}>
                {inside}
              </button>
            ) : (
              <div className="figure">{inside}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The figures of a group in the chosen days: totals, days and stories. */
export default function AnalyticsTab({ group }: { group: GroupDetail }) {
  const { apps } = useSession();
  const { range } = useRange();
  const before = previousRange(range);
  const [metric, setMetric] = useState<DailyMetric>('reach');
  const [table, setTable] = useState(false);
  const now = useQuery(groupStatsQuery(group.id, range));
  const earlier = useQuery(groupStatsQuery(group.id, before));
  const isWeb = apps.find((app) => app.id === group.app_id)?.store_type === 'web';
  if (now.isError)
    return (
      <ErrorState
        title="The figures did not load"
        text="Nothing is lost. We are still counting."
        onRetry={() => now.refetch()}
      />
    );
  const row = now.data;
  if (now.isPending || !row)
    return (
      <div className="analytics">
        <Loading label="Loading the figures" />
        <Skeleton height={112} radius={12} />
        <Skeleton height={320} radius={12} />
        <Skeleton height={240} radius={12} />
      </div>
    );
  const days = row.daily.map((day, index) => ({ ...day, before: earlier.data?.daily[index]?.[metric] ?? null }));
  const dayName = (date: string) => dateIn('UTC', Date.parse(`${date}T00:00:00Z`) / 1000);
  return (
    <div className="analytics">
      <Tiles row={row} isWeb={isWeb} metric={metric} onMetric={setMetric} />
      <Card
        as="section"
        title={`${names[metric]} by day`}
        titleEnd={
          <IconButton
            label={table ? 'Show the chart' : 'Show the table'}
            icon={table ? <ChartLine /> : <Table2 />}
            variant="outlined"
            onClick={() => setTable(!table)}
          />
        }
      >
        {table ? (
          <Table
            caption={`${names[metric]} by day, UTC`}
            cards={false}
            columns={[
              { id: 'date', label: 'Day (UTC)', render: (day) => <span className="num">{dayName(day.date)}</span> },
              { id: 'now', label: names[metric], align: 'right', render: (day) => exactNumber(day[metric]) },
              {
                id: 'before',
                label: 'Period before',
                align: 'right',
                render: (day) => (day.before === null ? '–' : exactNumber(day.before)),
              },
            ]}
            rows={days}
            rowKey={(day) => day.date}
          />
        ) : (
          <Suspense fallback={<Skeleton height={260} radius={8} />}>
            <DailyChart days={days} metric={metric} name={names[metric]} />
          </Suspense>
        )}
        <p className="t-caption analytics-note">
          Days are UTC. Dashed: {dateIn('UTC', before.from)} to {dateIn('UTC', before.to)}. Reach counts each viewer
          once in the whole range.
        </p>
      </Card>
      <StoryFigures group={group} isWeb={isWeb} />
    </div>
  );
}
