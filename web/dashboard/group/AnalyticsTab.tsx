import './analytics.css';
import { useQuery } from '@tanstack/react-query';
import { ChartLine, Table2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { GroupStats, GroupStatsRow, StoryStats } from '#contracts/stats.ts';
import type { StoryRow } from '#contracts/story.ts';
import { Card } from '../kit/Card.tsx';
import { ErrorState } from '../kit/ErrorState.tsx';
import { dateIn, exactNumber, percent } from '../kit/format.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Change, Figure } from '../kit/Metric.tsx';
import { Loading, Skeleton } from '../kit/Skeleton.tsx';
import { StoryThumb } from '../kit/StoryThumb.tsx';
import { type Column, type Sort, Table } from '../kit/Table.tsx';
import { useSession } from '../shell/session-context.tsx';
import type { DailyMetric } from './DailyChart.tsx';
import { previousRange } from './date-range.ts';
import { type GroupDetail, groupStatsQuery, storyStatsQuery } from './group-queries.ts';
import { pictureOf } from './story-facts.ts';
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

interface Line {
  story: StoryRow;
  stats: StoryStats;
}

const noStats: StoryStats = {
  reach: 0,
  impression: 0,
  click: 0,
  total_skipped: 0,
  share_count: 0,
  completed: 0,
  nexts: 0,
  prevs: 0,
  closed: 0,
  average_watch_length: 0,
  ctr: 0,
};

function storyColumns(isWeb: boolean): Column<Line>[] {
  const count = (id: keyof StoryStats, label: string): Column<Line> => ({
    id,
    label,
    align: 'right',
    sortable: true,
    render: ({ stats }) => <Figure value={stats[id]} />,
  });
  return [
    {
      id: 'story',
      label: 'Story',
      render: ({ story }) => (
        <span className="figure-story">
          <StoryThumb src={pictureOf(story)} width={24} off={story.status !== 1} />
          <span className="sr-table-name truncate">{story.title}</span>
        </span>
      ),
    },
    count('reach', 'Reach'),
    count('impression', 'Impression'),
    count('click', 'Click'),
    { id: 'ctr', label: 'CTR', align: 'right', sortable: true, render: ({ stats }) => percent(stats.ctr) },
    {
      id: 'average_watch_length',
      label: 'Avg. Watch Length',
      align: 'right',
      sortable: true,
      render: ({ stats }) => `${stats.average_watch_length.toFixed(1)} s`,
    },
    count('nexts', 'Next'),
    count('prevs', 'Previous'),
    count('closed', 'Closed'),
    ...(isWeb
      ? []
      : [count('completed', 'Completed'), count('total_skipped', 'Skipped'), count('share_count', 'Shared')]),
  ];
}

function StoriesCard({ group, isWeb }: { group: GroupDetail; isWeb: boolean }) {
  const { range } = useRange();
  const [sort, setSort] = useState<Sort>({ by: 'reach', direction: 'desc' });
  const { data, isError, isPending, refetch } = useQuery(storyStatsQuery(group.id, range));
  if (isError) return <ErrorState title="The figures of the stories did not load" onRetry={() => refetch()} />;
  if (isPending) return <Skeleton height={240} radius={12} />;
  const by = sort.by as keyof StoryStats;
  const sign = sort.direction === 'asc' ? 1 : -1;
  const rows = group.stories
    .map((story): Line => ({ story, stats: data[story.id] ?? noStats }))
    .sort((a, b) => sign * (a.stats[by] - b.stats[by]));
  return (
    <Card as="section" padded={false} className="figures-table" aria-label="Figures of the stories">
      <Table
        caption="Figures of each story in the chosen days, UTC"
        columns={storyColumns(isWeb)}
        rows={rows}
        rowKey={({ story }) => story.id}
        sort={sort}
        onSort={setSort}
      />
      {rows.length === 0 ? <p className="figures-none t-small">This group has no stories yet.</p> : null}
    </Card>
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
      <StoriesCard group={group} isWeb={isWeb} />
    </div>
  );
}
