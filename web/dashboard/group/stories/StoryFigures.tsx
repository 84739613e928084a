import type { ReactNode } from 'react';
import { secondsText } from '../../analytics/measures.ts';
import { StoryPicture } from '../../designs/StoryPicture.tsx';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import table from '../../kit/table/Table.module.css';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { Figure, Missing } from '../../kit/text/Metric.tsx';
import { AskableFigure } from '../../why/AskableFigure.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { GroupDetail } from '../group-queries.ts';
import css from './StoryFigures.module.css';
import { ctrText } from './story-facts.ts';
import { type StoryFigure, type StoryLine, storyFigures, useStoryLines } from './use-story-lines.ts';

const figureText = ({ story, stats }: StoryLine, id: StoryFigure['id']): ReactNode => {
  if (id === 'ctr') return ctrText(story, stats);
  if (id === 'average_watch_length') return secondsText(stats.average_watch_length);
  return <Figure value={stats[id]} />;
};

const storyColumns = (isWeb: boolean, sorted: string, none: string | null): Column<StoryLine>[] => [
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
  ...storyFigures(isWeb).map(
    ({ id, why, label }): Column<StoryLine> => ({
      id,
      label,
      align: 'right',
      sortable: true,
      render: (line) =>
        none ? (
          <Missing why={none} />
        ) : (
          <AskableFigure figure={why} of={{ scope: 'story', id: line.story.id }} quiet={id !== sorted}>
            {figureText(line, id)}
          </AskableFigure>
        ),
    }),
  ),
];

/** The figures of each story of a group in the chosen days; `none` says why there can be none. */
export function StoryFigures(props: { group: GroupDetail; isWeb: boolean; none: string | null }) {
  const { group, isWeb, none } = props;
  const { query, lines, sort, setSort } = useStoryLines(group);
  if (query.isError && !lines)
    return <ErrorState title={t(groupWords.storyFiguresDidNotLoad)} onRetry={() => query.refetch()} />;
  if (!lines) return <Skeleton height={240} radius={12} />;
  return (
    <Card as="section" padded={false} className={css.table} aria-label={t(groupWords.storyFigures)}>
      <Table
        caption={t(groupWords.storyFiguresTable)}
        columns={storyColumns(isWeb, sort.by, none)}
        rows={lines}
        rowKey={({ story }) => story.id}
        sort={sort}
        onSort={setSort}
        widthsName={isWeb ? 'story-figures.web' : 'story-figures'}
      />
      {lines.length === 0 ? <p className={`${css.none} t-small`}>{t(groupWords.noStoriesInGroup)}</p> : null}
    </Card>
  );
}
