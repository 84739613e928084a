import { queryOptions } from '@tanstack/react-query';
import type { AccountRow } from '#contracts/account/rows.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import type { TeamMemberRow, UserRow } from '#contracts/user/rows.ts';
import { http } from '../api/http.ts';

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
});

/** All apps that the person sees, each with its instances and their groups. */
export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) =>
    http.get<AppRow[]>('/app/n/list', { signal, query: { limit: 10000, with_story_groups: 'True' } }),
});

/** The members and open invitations of the account. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => http.get<TeamMemberRow[]>('/account/users', { signal }),
  staleTime: 300_000,
  retry: false,
});
