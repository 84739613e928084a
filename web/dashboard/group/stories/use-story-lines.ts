import { useQuery } from '@tanstack/react-query';
import type { StoryStats } from '#contracts/stats/stats.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import type { Sort } from '../../kit/table/Table.tsx';
import type { NamedFigure } from '../../why/names.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { useRange } from '../analytics/use-range.ts';
import { type GroupDetail, storyStatsQuery } from '../group-queries.ts';
import { useGroupSearch } from '../use-group-search.ts';
import { storyNumber } from './story-facts.ts';

/** A story with its figures. */
export interface StoryLine {
  story: StoryRow;
  stats: StoryStats;
}

/** A figure of stories: how it is asked about and called. */
export interface StoryFigure {
  id: keyof StoryStats;
  why: NamedFigure;
  label: string;
}

const all: readonly StoryFigure[] = [
  { id: 'reach', why: 'reach', label: t(groupWords.reach) },
  { id: 'impression', why: 'impression', label: t(groupWords.impression) },
  { id: 'click', why: 'click', label: t(groupWords.click) },
  { id: 'ctr', why: 'ctr', label: t(groupWords.ctr) },
  { id: 'average_watch_length', why: 'average_watch_length', label: t(groupWords.avgWatchLength) },
  { id: 'nexts', why: 'nexts', label: t(groupWords.next) },
  { id: 'prevs', why: 'prevs', label: t(groupWords.previous) },
  { id: 'closed', why: 'closed', label: t(groupWords.closed) },
];
const notWeb: readonly StoryFigure[] = [
  { id: 'completed', why: 'complete', label: t(groupWords.completions) },
  { id: 'total_skipped', why: 'skipped', label: t(groupWords.skipped) },
  { id: 'share_count', why: 'share', label: t(groupWords.shared) },
];

/** The figures of stories, without those that web apps do not send where it is one. */
export const storyFigures = (isWeb: boolean): readonly StoryFigure[] => (isWeb ? all : [...all, ...notWeb]);

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

/** Stories by a figure, those without one last in either direction. */
export const storyLinesInOrder = (
  lines: readonly StoryLine[],
  by: keyof StoryStats,
  direction: 'asc' | 'desc',
): StoryLine[] => {
  const sign = direction === 'asc' ? 1 : -1;
  return lines.toSorted((a, b) => {
    const [one, other] = [storyNumber(a.story, a.stats, by), storyNumber(b.story, b.stats, by)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  });
};

/** The stories of a group with their figures in the days of the address, in the order that it names; null while there are none. */
export function useStoryLines(group: GroupDetail) {
  const { range } = useRange();
  const { search, set } = useGroupSearch();
  const query = useQuery(storyStatsQuery(group.id, range));
  const by = storyFigures(false).find(({ id }) => id === search.get('stories'))?.id ?? 'reach';
  const sort: Sort = { by, direction: search.get('storiesdir') === 'asc' ? 'asc' : 'desc' };
  const { data } = query;
  const lines = data
    ? storyLinesInOrder(
        group.stories.map((story): StoryLine => ({ story, stats: data[story.id] ?? noStats })),
        by,
        sort.direction,
      )
    : null;
  return {
    range,
    query,
    lines,
    sort,
    setSort: (next: Sort) =>
      set(
        {
          stories: next.by === 'reach' ? null : next.by,
          storiesdir: next.direction === 'asc' ? 'asc' : null,
        },
        { push: true },
      ),
  };
}
