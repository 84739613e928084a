import { storyStatus } from '#contracts/story-group/status.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';

/** Which stories a list shows. */
export type StoryFilter = 'all' | 'active' | 'inactive';

/** The stories of a filter, in their order. */
export function filterStories(stories: readonly StoryRow[], filter: StoryFilter): StoryRow[] {
  if (filter === 'all') return [...stories];
  return stories.filter((story) => (story.status === storyStatus.active) === (filter === 'active'));
}

/** The list with one story moved to where another one stands. */
export function moveStory<Row extends { id: string }>(rows: readonly Row[], from: string, to: string): Row[] {
  const next = [...rows];
  const at = next.findIndex((row) => row.id === from);
  const target = next.findIndex((row) => row.id === to);
  if (at < 0 || target < 0) return next;
  next.splice(target, 0, ...next.splice(at, 1));
  return next;
}

/** The ids between two stories of a list, both included; only the second when the first is not in it. */
export function span(rows: readonly { id: string }[], first: string | null, last: string): string[] {
  const a = rows.findIndex((row) => row.id === first);
  const b = rows.findIndex((row) => row.id === last);
  if (a < 0 || b < 0) return [last];
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1).map((row) => row.id);
}
