import { queryOptions } from '@tanstack/react-query';
import type { Funnel, Versions, WatchSteps } from '#contracts/stats/group-details.ts';
import type { Hours } from '#contracts/stats/hours.ts';
import type { GroupWays } from '#contracts/stats/ways.ts';
import { http } from '../../api/http.ts';
import type { Days } from '../analytics-queries.ts';

const refreshMs = 60_000;

/** Keeps what is shown while other days of the same thing are awaited; never that of another one. */
const ofTheSame =
  (name: 'story_group_id' | 'app_id', id: string) =>
  <Of>(before: Of | undefined, query: { queryKey: readonly unknown[] } | undefined): Of | undefined =>
    (query?.queryKey[2] as Record<string, unknown> | undefined)?.[name] === id ? before : undefined;

const ofGroup = <Of>(question: string, groupId: string, { from, to }: Days) => {
  const query = { story_group_id: groupId, ts_start: from, ts_end: to };
  return queryOptions({
    queryKey: ['analytics', question, query],
    queryFn: ({ signal }) => http.get<Of>(`/analytics/${question}`, { signal, query }),
    placeholderData: ofTheSame('story_group_id', groupId),
    refetchInterval: refreshMs,
  });
};

/** The way from the bar to the click of a group. */
export const funnelQuery = (groupId: string, days: Days) => ofGroup<Funnel>('funnel', groupId, days);

/** How far the stories of a group were watched. */
export const watchStepsQuery = (groupId: string, days: Days) => ofGroup<WatchSteps>('watch_steps', groupId, days);

/** Which way people went from the conditional stories of a group. */
export const waysQuery = (groupId: string, days: Days) => ofGroup<GroupWays>('ways', groupId, days);

/** The figures of a group by version of the app and the SDK. */
export const versionsQuery = (groupId: string, days: Days) => ofGroup<Versions>('versions', groupId, days);

/** The hours of the week of some apps. */
export const hoursQuery = (apps: readonly string[], { from, to }: Days) => {
  const query = { app_id: apps.join(), ts_start: from, ts_end: to };
  return queryOptions({
    queryKey: ['analytics', 'hours', query],
    queryFn: ({ signal }) => http.get<Hours>('/analytics/hours', { signal, query }),
    placeholderData: ofTheSame('app_id', query.app_id),
    refetchInterval: refreshMs,
  });
};
