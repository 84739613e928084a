import type { Overview } from '#contracts/stats.ts';

type Group = Overview['story_groups'][number];
/** A story of the overview with the group that it stands in. */
export type RankedStory = Group['stories'][number] & { group: Pick<Group, 'id' | 'title'> };

/** What groups can be ranked by, and what stories can. */
export const groupMeasures = { reach: 'Reach', impression: 'Impression', click: 'Click' } as const;
export const storyMeasures = { ...groupMeasures, ctr: 'CTR' } as const;
export type GroupMeasure = keyof typeof groupMeasures;
export type StoryMeasure = keyof typeof storyMeasures;

/** The length of the top lists. */
export const topLength = 5;

const topBy = <Row>(rows: readonly Row[], read: (row: Row) => number): Row[] =>
  rows
    .filter((row) => read(row) > 0)
    .sort((a, b) => read(b) - read(a))
    .slice(0, topLength);

/** The figure of a group, and the one of the period before. */
export function groupFigure(group: Group, measure: GroupMeasure): { now: number; before: number } {
  if (measure === 'reach') return { now: group.total_reach, before: group.prev_total_reach };
  if (measure === 'click') return { now: group.click, before: group.prev_click };
  return { now: group.impression, before: group.prev_impression };
}

/** The figure of a story; CTR is a fraction. */
export function storyFigure(story: RankedStory, measure: StoryMeasure): number {
  return measure === 'reach' ? story.total_reach : story[measure];
}

/** Every story of the overview with its group. */
export function storiesOf(overview: Pick<Overview, 'story_groups'>): RankedStory[] {
  return overview.story_groups.flatMap((group) =>
    group.stories.map((story) => ({ ...story, group: { id: group.id, title: group.title } })),
  );
}

/** The five groups with the highest figure, those without one left out. */
export function topGroups(overview: Pick<Overview, 'story_groups'>, measure: GroupMeasure): Group[] {
  return topBy(overview.story_groups, (group) => groupFigure(group, measure).now);
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
