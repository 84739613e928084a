import type { StoryGroupRow } from '#contracts/story-group.ts';
import { groupFilter } from '#contracts/story-status.ts';

/** The choices of the status filter, in their order. */
export const groupFilters = ['All', 'Active', 'Inactive', 'Passive', 'Test'] as const;
export type GroupFilterName = (typeof groupFilters)[number];

const savedKey = (appId: string) => `storyrail.content-filter.${appId}`;

/** The filter that a word in the address means, or null. */
export function readFilter(word: string | null): GroupFilterName | null {
  return groupFilters.find((name) => name.toLowerCase() === word) ?? null;
}

/** The filter that was chosen last for an app. */
export function savedFilter(appId: string): GroupFilterName {
  try {
    return readFilter(localStorage.getItem(savedKey(appId))) ?? 'All';
  } catch {
    return 'All';
  }
}

/** Keeps the filter of an app for the next visit. */
export function saveFilter(appId: string, name: GroupFilterName): void {
  try {
    localStorage.setItem(savedKey(appId), name.toLowerCase());
  } catch {
    // Without storage the address alone holds the filter.
  }
}

/** How many groups each filter shows. */
export function countByFilter(rows: readonly Pick<StoryGroupRow, 'status'>[]): Record<GroupFilterName, number> {
  const counts = { All: rows.length, Active: 0, Inactive: 0, Passive: 0, Test: 0 };
  for (const row of rows) counts[groupFilter(row.status)] += 1;
  return counts;
}

/** The groups that a filter and a searched name leave, in their order. */
export function filterGroups<Row extends Pick<StoryGroupRow, 'status' | 'title'>>(
  rows: readonly Row[],
  name: GroupFilterName,
  find: string,
): readonly Row[] {
  const words = find.trim().toLocaleLowerCase();
  if (name === 'All' && !words) return rows;
  return rows.filter(
    (row) =>
      (name === 'All' || groupFilter(row.status) === name) && (!words || row.title.toLocaleLowerCase().includes(words)),
  );
}
