import { queryOptions } from '@tanstack/react-query';
import type { AccountRow } from '#contracts/account/rows.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import type { TeamMemberRow, UserRow } from '#contracts/user/rows.ts';
import { http } from '../../api/http.ts';
import { listKey, wholeList } from '../lists.ts';

/** The signed-in person. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => http.get<UserRow>('/user', { signal }),
  staleTime: 60_000,
});

/** The account with its plan's features and its time zone. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => http.get<AccountRow>('/account', { signal }),
  staleTime: 60_000,
  // The demo is filled within minutes: until then its pages say so.
  refetchInterval: ({ state }) => (state.data?.filling ? 5000 : false),
});

/** What the session knows of: all apps that the person sees, each with its instances and their groups, and the team. */
export const sessionLists = {
  apps: wholeList<AppRow, object>((_, signal) =>
    http.get('/app/n/list', { ...(signal ? { signal } : {}), query: { limit: 10000, with_story_groups: 'True' } }),
  ),
  team: wholeList<TeamMemberRow, object>((_, signal) => http.get('/account/users', signal ? { signal } : {})),
};

/** The apps as react-admin keeps them: the session reads them, and a list of them shows the same rows. */
export const appsQuery = queryOptions({
  queryKey: listKey('apps'),
  queryFn: ({ signal }) => sessionLists.apps({ filter: {}, signal }),
});

/** The members, open invitations and deleted members of the account, the same rows that a list of them shows. */
export const teamQuery = queryOptions({
  queryKey: listKey('team'),
  queryFn: ({ signal }) => sessionLists.team({ filter: {}, signal }),
  select: ({ data }) => data,
  staleTime: 300_000,
  retry: false,
});
