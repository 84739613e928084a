import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Profile } from '#contracts/account/events.ts';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import { http } from '../api/http.ts';
import { useCommand } from '../kit/use-command.ts';
import { useSession } from '../shell/session/session-value.ts';

/** A list of viewers that the account keeps for its groups. */
export type KeptList = NonNullable<Profile['dynamic_segmentation']>[number];

const sameFile = (one: { path: string }, other: { path: string }) => mediaKeyOf(one.path) === mediaKeyOf(other.path);

/** A profile with a list kept, in front of the others, or without it. */
function withList(profile: Profile, { name, path }: KeptList, keep: boolean): Profile {
  const others = (profile.dynamic_segmentation ?? []).filter((one) => !sameFile(one, { path }));
  return { ...profile, dynamic_segmentation: keep ? [{ name, path }, ...others] : others };
}

/** The profile of the account. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => http.get<Profile>('/account/profile', { signal }),
  staleTime: 60_000,
});

/** Keeps a list with the account, or no longer; null for those who may only choose among the lists. */
export function useKeepList(): ((list: KeptList, keep: boolean) => Promise<unknown>) | null {
  const client = useQueryClient();
  const { account, may } = useSession();
  const { run } = useCommand<{ list: KeptList; keep: boolean }>({
    on: account.id,
    send: (product, { list, keep }, key) => product.changeProfile((profile) => withList(profile, list, keep), key),
    changes: [profileQuery.queryKey],
    show: ({ list, keep }) => {
      const before = client.getQueryData(profileQuery.queryKey);
      client.setQueryData(profileQuery.queryKey, (profile) => profile && withList(profile, list, keep));
      return () => client.setQueryData(profileQuery.queryKey, before);
    },
  });
  return may('account.change') ? (list, keep) => run({ list, keep }) : null;
}

/** The lists of viewers that the account keeps, the last kept first; `change` is null for those who may only choose among them. */
export function useKeptLists() {
  const keepList = useKeepList();
  const { data } = useQuery(profileQuery);
  const lists = data?.dynamic_segmentation ?? [];
  const [asked, setAsked] = useState<{ path: string; keep: boolean } | null>(null);
  // Queries tell what changed a moment later; a box that is checked must not look unchecked until then.
  const change = async (list: KeptList, keep: boolean): Promise<void> => {
    const mine = { path: list.path, keep };
    setAsked(mine);
    await keepList?.(list, keep);
    setAsked((last) => (last === mine ? null : last));
  };
  return {
    lists,
    has: (list: { path: string }) =>
      asked && sameFile(asked, list) ? asked.keep : lists.some((one) => sameFile(one, list)),
    change: keepList && change,
  };
}
