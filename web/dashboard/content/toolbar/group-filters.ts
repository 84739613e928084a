import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupFilter } from '#contracts/story-group/status.ts';

/** The choices of the status filter, in their order. */
export const groupFilters = ['All', 'Active', 'Inactive', 'Passive', 'Test'] as const;
export type GroupFilterName = (typeof groupFilters)[number];

/** The filter that leaves every group. */
export const everyGroup: GroupFilterName = groupFilters[0];

/** The filter that a word in the address means, or null. */
export function readFilter(word: string | null): GroupFilterName | null {
  return groupFilters.find((name) => name.toLowerCase() === word) ?? null;
}

/** How many groups each filter shows. */
export function countByFilter(rows: readonly Pick<StoryGroupRow, 'status'>[]): Record<GroupFilterName, number> {
  const counts = { All: rows.length, Active: 0, Inactive: 0, Passive: 0, Test: 0 };
  for (const row of rows) counts[groupFilter(row.status)] += 1;
  return counts;
}

/** What the toolbar leaves of the groups: a status, labels of which one is enough (none: all), and part of a name. */
export interface GroupChoice {
  filter: GroupFilterName;
  labels: readonly string[];
  find: string;
}

/** Whether a choice leaves every group. */
export const isUnfiltered = ({ filter, labels, find }: GroupChoice): boolean =>
  filter === everyGroup && labels.length === 0 && !find.trim();

const carriesOne = (segments: readonly (readonly string[])[], wanted: ReadonlySet<string>) =>
  segments.some((row) => row.some((label) => wanted.has(label.toLocaleLowerCase())));

/** The groups that a choice leaves, in their order. */
export function filterGroups<Row extends Pick<StoryGroupRow, 'status' | 'title' | 'segments'>>(
  rows: readonly Row[],
  choice: GroupChoice,
): readonly Row[] {
  if (isUnfiltered(choice)) return rows;
  const words = choice.find.trim().toLocaleLowerCase();
  const wanted = new Set(choice.labels.map((label) => label.toLocaleLowerCase()));
  return rows.filter(
    (row) =>
      (choice.filter === everyGroup || groupFilter(row.status) === choice.filter) &&
      (wanted.size === 0 || carriesOne(row.segments, wanted)) &&
      (!words || row.title.toLocaleLowerCase().includes(words)),
  );
}

/** How many groups carry each label, by its small letters. */
export function countByLabel(rows: readonly Pick<StoryGroupRow, 'segments'>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { segments } of rows) {
    for (const label of new Set(segments.flat().map((one) => one.toLocaleLowerCase())))
      counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return counts;
}
