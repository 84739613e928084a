import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { StoryStats } from '#contracts/stats/stats.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { secondsText } from '../../analytics/measures.ts';
import { StoryPicture } from '../../designs/StoryPicture.tsx';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import table from '../../kit/table/Table.module.css';
import { type Column, type Sort, Table } from '../../kit/table/Table.tsx';
import { Figure, Missing } from '../../kit/text/Metric.tsx';
import { AskableFigure } from '../../why/AskableFigure.tsx';
import type { AskedFigure } from '../../why/use-why.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { useRange } from '../analytics/use-range.ts';
import { type GroupDetail, storyStatsQuery } from '../group-queries.ts';
import css from './StoryFigures.module.css';
import { ctrText } from './story-facts.ts';

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

function storyColumns(isWeb: boolean, sorted: string, none: string | null): Column<Line>[] {
  const figure = (
    id: keyof StoryStats,
    asked: AskedFigure,
    label: string,
    text: (line: Line) => ReactNode,
  ): Column<Line> => ({
    id,
    label,
    align: 'right',
    sortable: true,
    render: (line) =>
      none ? (
        <Missing why={none} />
      ) : (
        <AskableFigure figure={asked} of={{ scope: 'story', id: line.story.id }} quiet={id !== sorted}>
          {text(line)}
        </AskableFigure>
      ),
  });
  const count = (id: keyof StoryStats, asked: AskedFigure, label: string) =>
    figure(id, asked, label, ({ stats }) => <Figure value={stats[id]} />);
  return [
    {
      id: 'story',
      label: t(groupWords.story),
      render: ({ story }) => (
        <span className={css.figureStory}>
          <StoryPicture story={story} width={24} />
          <span className={`${table.name} truncate`}>{story.title}</span>
        </span>
      ),
    },
    count('reach', 'reach', t(groupWords.reach)),
    count('impression', 'impression', t(groupWords.impression)),
    count('click', 'click', t(groupWords.click)),
    figure('ctr', 'ctr', t(groupWords.ctr), ({ story, stats }) => ctrText(story, stats)),
    figure('average_watch_length', 'average_watch_length', t(groupWords.avgWatchLength), ({ stats }) =>
      secondsText(stats.average_watch_length),
    ),
    count('nexts', 'nexts', t(groupWords.next)),
    count('prevs', 'prevs', t(groupWords.previous)),
    count('closed', 'closed', t(groupWords.closed)),
    ...(isWeb
      ? []
      : [
          count('completed', 'complete', t(groupWords.completions)),
          count('total_skipped', 'skipped', t(groupWords.skipped)),
          count('share_count', 'share', t(groupWords.shared)),
        ]),
  ];
}

/** The figures of each story of a group in the chosen days; `none` says why there can be none. */
export function StoryFigures(props: { group: GroupDetail; isWeb: boolean; none: string | null }) {
  const { group, isWeb, none } = props;
  const { range } = useRange();
  const [sort, setSort] = useState<Sort>({ by: 'reach', direction: 'desc' });
  const { data, isError, isPending, refetch } = useQuery(storyStatsQuery(group.id, range));
  if (isError) return <ErrorState title={t(groupWords.storyFiguresDidNotLoad)} onRetry={() => refetch()} />;
  if (isPending) return <Skeleton height={240} radius={12} />;
  const by = sort.by as keyof StoryStats;
  const sign = sort.direction === 'asc' ? 1 : -1;
  const rows = group.stories
    .map((story): Line => ({ story, stats: data[story.id] ?? noStats }))
    .sort((a, b) => sign * (a.stats[by] - b.stats[by]));
  return (
    <Card as="section" padded={false} className={css.table} aria-label={t(groupWords.storyFigures)}>
      <Table
        caption={t(groupWords.storyFiguresTable)}
        columns={storyColumns(isWeb, sort.by, none)}
        rows={rows}
        rowKey={({ story }) => story.id}
        sort={sort}
        onSort={setSort}
        widthsName={isWeb ? 'story-figures.web' : 'story-figures'}
      />
      {rows.length === 0 ? <p className={`${css.none} t-small`}>{t(groupWords.noStoriesInGroup)}</p> : null}
    </Card>
  );
}
