import { useMemo } from 'react';
import { useGroupSearch } from '../group/use-group-search.ts';
import { momentsOf, parseDays } from './audit-days.ts';
import type { AuditSelection } from './audit-source.ts';

/** Choices of the person filter that are no person. */
export const actorTypes = ['system', 'staff', 'api_token'] as const;

/** The filter that the address holds, and how it is changed; every change closes the open entry. */
export function useAuditFilter(timeZone: string) {
  const { search, set } = useGroupSearch();
  const [who, thing, act] = [search.get('who'), search.get('thing'), search.get('act')];
  const [when, from, to] = [search.get('when'), search.get('from'), search.get('to')];
  const days = useMemo(() => parseDays(timeZone, { when, from, to }, Date.now() / 1000), [timeZone, when, from, to]);
  const filter = useMemo<AuditSelection>(() => {
    const byType = (actorTypes as readonly (string | null)[]).includes(who);
    return {
      ...(who ? (byType ? { actor_type: who } : { actor_id: who }) : {}),
      ...(thing ? { subject_id: thing } : {}),
      ...(act ? { action: act } : {}),
      ...(days ? momentsOf(timeZone, days) : {}),
    };
  }, [who, thing, act, days, timeZone]);
  return {
    who,
    thing,
    act,
    days,
    filter,
    entryId: search.get('entry'),
    chosen: Object.keys(filter).length > 0,
    change: (patch: Record<string, string | null>) => set({ entry: null, ...patch }),
    open: (id: string | null) => set({ entry: id }),
    clear: () => set({ who: null, thing: null, act: null, when: null, from: null, to: null, entry: null }),
  };
}
export type AuditFilterState = ReturnType<typeof useAuditFilter>;
