import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GroupStatsRow } from '#contracts/stats/stats.ts';
import type { DeletedGroupRow, LiveTimes, SegmentRow } from '#contracts/story-group/lists.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { http } from '../api/http.ts';
import { wholeList } from '../shell/lists.ts';

const pageSize = 1000;

/** All rows of a list that is read page by page; one that slipped over the edge of a page meanwhile is there once. */
async function everyRow<Row extends { id: string }>(
  path: string,
  place: { app_id: string; instance_id?: string },
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (let offset = 0; ; offset += pageSize) {
    const query = { ...place, limit: pageSize, ...(offset > 0 ? { offset } : {}) };
    const part = await http.get<Row[]>(path, { ...(signal ? { signal } : {}), query });
    for (const row of part) rows.set(row.id, row);
    if (part.length < pageSize) return [...rows.values()];
  }
}

/** Keys of everything that is known of story groups; each is a prefix of the more exact ones. */
export const storyGroupKeys = {
  all: ['story-groups'] as const,
  lists: ['story-groups', 'list'] as const,
  list: (appId: string, instanceId: string) => ['story-groups', 'list', appId, instanceId] as const,
  deleted: ['deleted-story-groups'] as const,
  details: ['story-groups', 'detail'] as const,
  detail: (groupId: string) => ['story-groups', 'detail', groupId] as const,
  liveTimes: (appId: string, range: { ts_start: number; ts_end: number }) =>
    ['story-groups', 'live-times', appId, range] as const,
  stats: (appId: string, instanceId: string) => ['story-groups', 'stats', appId, instanceId] as const,
};

/** The groups of an instance in the order in which people see them, without their stories. */
export const storyGroupsQuery = (appId: string, instanceId: string) =>
  queryOptions({
    queryKey: storyGroupKeys.list(appId, instanceId),
    queryFn: ({ signal }) =>
      everyRow<StoryGroupRow>('/n/story_group', { app_id: appId, instance_id: instanceId }, signal),
  });

/** The groups of all instances of an app, without their stories. */
export const groupsOfAppQuery = (appId: string) =>
  queryOptions({
    queryKey: storyGroupKeys.list(appId, 'every-instance'),
    queryFn: ({ signal }) => everyRow<StoryGroupRow>('/n/story_group', { app_id: appId }, signal),
  });

/** When the groups of an app were live within a range (unix seconds). */
export const groupLiveTimesQuery = (appId: string, range: { ts_start: number; ts_end: number }) =>
  queryOptions({
    queryKey: storyGroupKeys.liveTimes(appId, range),
    queryFn: ({ signal }) =>
      http.get<LiveTimes>('/story_group/live_times', { signal, query: { app_id: appId, ...range } }),
    // Whoever opens the calendar after an act finds it there.
    staleTime: 0,
  });

/** One group with its stories. */
export const groupWithStoriesQuery = (groupId: string) =>
  queryOptions({
    queryKey: storyGroupKeys.detail(groupId),
    queryFn: ({ signal }) =>
      http.get<StoryGroupRow>('/story_group/detail', { signal, query: { story_group_id: groupId } }),
  });

/** The labels that groups of an app carry, the most used first. */
export const segmentsQuery = (appId: string) =>
  queryOptions({
    queryKey: ['segments', appId],
    queryFn: ({ signal }) => http.get<SegmentRow[]>('/segment', { signal, query: { app_id: appId, limit: 1000 } }),
    staleTime: 15_000,
  });

/** The list of an instance's deleted groups, the last deleted first. */
export const storyGroupLists = {
  'deleted-story-groups': wholeList<DeletedGroupRow, { app_id: string; instance_id: string }>((place, signal) =>
    everyRow('/story_group/deleted', place, signal),
  ),
};

/** The figures of an instance's groups over the default range. */
export const storyGroupStatsQuery = (appId: string, instanceId: string) =>
  queryOptions({
    queryKey: storyGroupKeys.stats(appId, instanceId),
    queryFn: ({ signal }) =>
      http.get<GroupStatsRow[]>('/story_group/n/stats', {
        signal,
        query: { app_id: appId, instance_id: instanceId },
      }),
    staleTime: 60_000,
    retry: false,
  });

/** Changes one group wherever it is shown, before the server has answered. */
export function patchStoryGroup(client: QueryClient, groupId: string, change: Partial<StoryGroupRow>): void {
  client.setQueriesData<StoryGroupRow[]>({ queryKey: storyGroupKeys.lists }, (rows) =>
    rows?.map((row) => (row.id === groupId ? { ...row, ...change } : row)),
  );
  client.setQueryData<StoryGroupRow>(storyGroupKeys.detail(groupId), (row) => row && { ...row, ...change });
}

/** Replaces the groups of an instance as they are shown, before the server has answered. */
export function replaceStoryGroups(
  client: QueryClient,
  appId: string,
  instanceId: string,
  change: (rows: StoryGroupRow[]) => StoryGroupRow[],
): void {
  client.setQueryData<StoryGroupRow[]>(storyGroupKeys.list(appId, instanceId), (rows) => rows && change(rows));
}

/** What every act on groups changes: their lists and details, not the figures. */
export const storyGroupChanges = [storyGroupKeys.lists, storyGroupKeys.details] as const;
