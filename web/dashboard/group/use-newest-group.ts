import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { groupChanges } from './group-queries.ts';

/**
 * Reads a group and its history again once one of them is of another version than the other: what the system did to it
 * meanwhile, such as stopping it at its cap, is on the whole page then. Asks once for each version.
 */
export function useNewestGroup(groupId: string, shown: number | undefined, known: number | undefined): void {
  const client = useQueryClient();
  const asked = useRef(0);
  useEffect(() => {
    if (shown === undefined || known === undefined || known === shown) return;
    const newest = Math.max(shown, known);
    if (newest <= asked.current) return;
    asked.current = newest;
    for (const queryKey of groupChanges(groupId)) client.invalidateQueries({ queryKey });
  }, [client, groupId, shown, known]);
}
