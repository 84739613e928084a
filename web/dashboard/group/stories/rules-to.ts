import type { StoryRow } from '#contracts/story-group/story-rows.ts';

/** How many rules of other stories lead to some stories, and the titles of those others. */
export function rulesTo(stories: readonly StoryRow[], ids: readonly string[]): { count: number; titles: string[] } {
  const leading = stories.flatMap(({ id, title, conditions }) => {
    const goals = conditions && !ids.includes(id) ? [...conditions.rules.map(({ to }) => to), conditions.next] : [];
    const count = goals.filter((goal) => goal !== null && ids.includes(goal)).length;
    return count > 0 ? [{ title, count }] : [];
  });
  return { count: leading.reduce((sum, { count }) => sum + count, 0), titles: leading.map(({ title }) => title) };
}
