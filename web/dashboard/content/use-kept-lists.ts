import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Profile } from '#contracts/account/events.ts';
import { mediaKeyOf } from '#contracts/api/media.ts';
import { errorText } from '../api/error.ts';
import { http, newKey } from '../api/http.ts';
import { useToast } from '../kit/Toast.tsx';
import { useSession } from '../shell/session-context.tsx';

/** A list of viewers that the account keeps for its groups. */
export type KeptList = NonNullable<Profile['dynamic_segmentation']>[number];

/** The profile of the account. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => http.get<Profile>('/account/profile', { signal }),
  staleTime: 60_000,
});

const sameFile = (one: { path: string }, other: { path: string }) => mediaKeyOf(one.path) === mediaKeyOf(other.path);

/** The lists of viewers that the account keeps, the last kept first; `change` is null for those who may only choose among them. */
export function useKeptLists() {
  const client = useQueryClient();
  const toast = useToast();
  const { may } = useSession();
  const { data } = useQuery(profileQuery);
  const lists = data?.dynamic_segmentation ?? [];

  const [asked, setAsked] = useState<{ path: string; keep: boolean } | null>(null);
  const before = useRef<Promise<void>>(Promise.resolve());

  const send = async (list: KeptList, keep: boolean) => {
    const changed = (profile: Profile): Profile => {
      const others = (profile.dynamic_segmentation ?? []).filter((one) => !sameFile(one, list));
      return {
        ...profile,
        dynamic_segmentation: keep ? [{ name: list.name, path: list.path }, ...others] : others,
      };
    };
    await client.cancelQueries(profileQuery);
    client.setQueryData(profileQuery.queryKey, (profile) => profile && changed(profile));
    try {
      // Somebody else may have kept one since.
      const wanted = changed(await http.get<Profile>('/account/profile'));
      await http.put('/account/profile', { data: wanted }, { idempotencyKey: newKey() });
      client.setQueryData(profileQuery.queryKey, wanted);
    } catch (error) {
      toast({ kind: 'undone', text: errorText(error) });
      await client.invalidateQueries(profileQuery);
    }
  };
  // What was asked is shown at once, and sent after what was asked before.
  const change = (list: KeptList, keep: boolean): void => {
    const mine = { path: list.path, keep };
    setAsked(mine);
    before.current = before.current
      .then(() => send(list, keep))
      .finally(() => setAsked((last) => (last === mine ? null : last)));
  };
  return {
    lists,
    has: (list: { path: string }) =>
      asked && sameFile(asked, list) ? asked.keep : lists.some((one) => sameFile(one, list)),
    change: may('account.change') ? change : null,
  };
}
