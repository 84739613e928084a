import type { Overview } from '#contracts/stats/stats.ts';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';

type Group = Overview['story_groups'][number];
/** A story of the overview with the group that it stands in. */
export type RankedStory = Group['stories'][number] & { group: Pick<Group, 'id' | 'title' | 'instance_id' | 'status'> };

/** What groups can be ranked by, and what stories can. */
export const groupMeasures = {
  reach: t(homeWords.reach),
  impression: t(homeWords.impression),
  click: t(homeWords.click),
} as const;
export const storyMeasures = { ...groupMeasures, ctr: t(homeWords.ctr) } as const;
export type GroupMeasure = keyof typeof groupMeasures;
export type StoryMeasure = keyof typeof storyMeasures;

/** The length of the top lists. */
export const topLength = 5;

const topBy = <Row>(rows: readonly Row[], read: (row: Row) => number): Row[] =>
  rows
    .filter((row) => read(row) > 0)
    .sort((a, b) => read(b) - read(a))
    .slice(0, topLength);

const totalOf = { reach: 'total_reach', impression: 'impression', click: 'click' } as const;

/** The figure of a group over the chosen days, and both sides of its change. */
export function groupFigure(
  group: Group,
  measure: GroupMeasure,
): { value: number; now: number; before: number | null } {
  const name = totalOf[measure];
  return { value: group[name], now: group.compared.now[name], before: group.compared.before?.[name] ?? null };
}

/** The figure of a story; CTR is a fraction. */
export function storyFigure(story: RankedStory, measure: StoryMeasure): number {
  return measure === 'reach' ? story.total_reach : story[measure];
}

/** Every story of the overview with its group. */
export function storiesOf(overview: Pick<Overview, 'story_groups'>): RankedStory[] {
  return overview.story_groups.flatMap((group) =>
    group.stories.map((story) => ({
      ...story,
      group: { id: group.id, title: group.title, instance_id: group.instance_id, status: group.status },
    })),
  );
}

/** The five groups with the highest figure, those without one left out. */
export function topGroups(overview: Pick<Overview, 'story_groups'>, measure: GroupMeasure): Group[] {
  return topBy(overview.story_groups, (group) => groupFigure(group, measure).value);
}

/** The five stories with the highest figure, those without one left out. */
export function topStories(overview: Pick<Overview, 'story_groups'>, measure: StoryMeasure): RankedStory[] {
  return topBy(storiesOf(overview), (story) => storyFigure(story, measure));
}

/** The newest stories, newest first. */
export function latestStories(overview: Pick<Overview, 'story_groups'>, most: number): RankedStory[] {
  return storiesOf(overview)
    .sort((a, b) => b.ts_created - a.ts_created)
    .slice(0, most);
}
