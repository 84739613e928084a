import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { HistoryRow } from '#contracts/audit/rows.ts';
import type { SdkGroup } from '#contracts/sdk/protocol.ts';
import type { GroupStatsRow, StoryStats, StoryStatsRow } from '#contracts/stats/stats.ts';
import type { RestorePreview, StoryGroupRow } from '#contracts/story-group/rows.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { call, http } from '../api/http.ts';
import { storyGroupChanges } from '../content/story-group-queries.ts';
import { appsQuery } from '../shell/session/session-queries.ts';

/** A group with all its stories in order. */
export type GroupDetail = StoryGroupRow & { stories: StoryRow[] };

/** The whole UTC days of some figures, both included, as unix seconds; null is the last 7 days. */
export type StatsRange = { from: number; to: number } | null;

const rangeQuery = (range: StatsRange) => (range ? { ts_start: range.from, ts_end: range.to } : {});

/** What starts the keys of a group's figures and history. */
export const groupKey = (groupId: string) => ['story-group', groupId] as const;

// The history follows the commands by a moment.
const historyDelays = [700, 2500];

/** What every act on a group or its stories changes. */
export const groupChanges = (groupId: string): readonly QueryKey[] => [
  ...storyGroupChanges,
  appsQuery.queryKey,
  groupKey(groupId),
];

/** Loads the history of a group again a little after an act. */
export function followHistory(client: QueryClient, groupId: string): void {
  for (const delay of historyDelays)
    setTimeout(() => client.invalidateQueries({ queryKey: [...groupKey(groupId), 'history'] }), delay);
}

/** Loads again all that acts on a group change, its history also a little later. */
export function refreshGroup(client: QueryClient, groupId: string): void {
  for (const queryKey of groupChanges(groupId)) client.invalidateQueries({ queryKey });
  followHistory(client, groupId);
}

/** A group as it was loaded, its stories certain. */
export const withStories = (row: StoryGroupRow): GroupDetail => ({ ...row, stories: row.stories ?? [] });

/** The figures of a group with its days; null when there is no such row. */
export const groupStatsQuery = (groupId: string, range: StatsRange) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'stats', range?.from ?? 'week', range?.to ?? 'week'],
    queryFn: async ({ signal }): Promise<GroupStatsRow | null> => {
      const query = { story_group_id: groupId, ...rangeQuery(range) };
      const rows = await http.get<GroupStatsRow[]>('/story_group/n/stats', { signal, query });
      return rows.find((row) => row.id === groupId) ?? null;
    },
  });

/** The figures of a group's stories, by story id. */
export const storyStatsQuery = (groupId: string, range: StatsRange) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'story-stats', range?.from ?? 'week', range?.to ?? 'week'],
    queryFn: async ({ signal }): Promise<Record<string, StoryStats>> => {
      const query = { story_group_id: groupId, ...rangeQuery(range) };
      const rows = await http.get<StoryStatsRow[]>('/story/stats', { signal, query });
      return Object.fromEntries(rows.map((row) => [row.id, row.stats]));
    },
  });

/** How a moment is named: unix seconds, or the version that was made then. */
export type GroupMoment = { ts: number } | { version: number };

/** A group as it was at a moment, in the shape that SDKs get, whether it was live, and the bar around it. */
export const groupAsOfQuery = (groupId: string, moment: GroupMoment) =>
  queryOptions({
    queryKey: ['story-group-as-of', groupId, moment],
    queryFn: ({ signal }) =>
      http.get<{ live: boolean; group: SdkGroup; bar: SdkGroup[] }>('/story_group/as_of', {
        signal,
        query: { story_group_id: groupId, ...moment },
      }),
    // The past does not change.
    staleTime: 300_000,
  });

/** What restoring a version (null: what was deleted) of a group, or of one of its stories, would change now. */
export const restorePreviewQuery = (groupId: string, version: number | null, storyId: string | null) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'restore', version, storyId],
    queryFn: ({ signal }) =>
      http.get<RestorePreview>('/story_group/restore', {
        signal,
        query: { story_group_id: groupId, version, story_id: storyId },
      }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

const historyPage = 200;

/** The changes of a group, newest first, page by page. */
export const groupHistoryQuery = (groupId: string) =>
  infiniteQueryOptions({
    queryKey: [...groupKey(groupId), 'history'],
    queryFn: async ({ signal, pageParam }): Promise<{ rows: HistoryRow[]; total: number }> => {
      const query = { story_group_id: groupId, limit: historyPage, offset: pageParam };
      const { data, total } = await call<HistoryRow[]>('GET', '/story_group/history', { signal, query });
      return { rows: data, total: total ?? data.length };
    },
    // Every act on this page adds to it.
    staleTime: 0,
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return last.rows.length > 0 && loaded < last.total ? loaded : undefined;
    },
  });
