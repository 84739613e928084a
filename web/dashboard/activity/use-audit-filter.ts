import { useMemo } from 'react';
import type { AuditKind } from '#contracts/audit/kinds.ts';
import { useGroupSearch } from '../group/use-group-search.ts';
import { momentsOf, parseDays } from './audit-days.ts';
import type { AuditSelection } from './audit-source.ts';

/** Choices of the person filter that are no person. */
export const actorTypes = ['system', 'staff', 'api_token'] as const;

/** What the list shows by kind; an address that names none means changes. */
export type ShownKind = AuditKind | 'all';

// An action that was chosen is of one kind anyway.
const kindIn = (search: URLSearchParams): ShownKind => {
  const kind = search.get('act') ? 'all' : search.get('kind');
  return kind === 'sign_ins' || kind === 'all' ? kind : 'changes';
};

/** The filter that the address holds, and how it is changed; every change closes the open entry. */
export function useAuditFilter(timeZone: string) {
  const { search, set } = useGroupSearch();
  const [who, thing, act] = [search.get('who'), search.get('thing'), search.get('act')];
  const kind = kindIn(search);
  const [when, from, to] = [search.get('when'), search.get('from'), search.get('to')];
  const days = useMemo(() => parseDays(timeZone, { when, from, to }, Date.now() / 1000), [timeZone, when, from, to]);
  const filter = useMemo<AuditSelection>(() => {
    const byType = (actorTypes as readonly (string | null)[]).includes(who);
    return {
      ...(who ? (byType ? { actor_type: who } : { actor_id: who }) : {}),
      ...(thing ? { subject_id: thing } : {}),
      ...(act ? { action: act } : {}),
      ...(kind === 'all' ? {} : { kind }),
      ...(days ? momentsOf(timeZone, days) : {}),
    };
  }, [who, thing, act, kind, days, timeZone]);
  return {
    who,
    thing,
    act,
    kind,
    days,
    filter,
    entryId: search.get('entry'),
    chosen: kind !== 'changes' || who !== null || thing !== null || days !== null,
    change: (patch: Record<string, string | null>) => set({ entry: null, ...patch }),
    open: (id: string | null) => set({ entry: id }),
    /** Shows changes, or entries of every kind, with no other filter. */
    clear: (shown: 'changes' | 'all' = 'changes') =>
      set({
        ...{ who: null, thing: null, act: null, when: null, from: null, to: null, entry: null },
        kind: shown === 'all' ? shown : null,
      }),
  };
}
export type AuditFilterState = ReturnType<typeof useAuditFilter>;
