import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { groupChanges } from './group-queries.ts';

/**
 * Reads a group again once its history knows of a later version than the one that is shown: what the system did to it a
 * moment after an act, such as stopping it at its cap, is on the whole page then. Asks once for each version.
 */
export function useNewestGroup(groupId: string, shown: number | undefined, known: number | undefined): void {
  const client = useQueryClient();
  const asked = useRef(0);
  useEffect(() => {
    if (shown === undefined || known === undefined || known <= shown || known <= asked.current) return;
    asked.current = known;
    for (const queryKey of groupChanges(groupId)) client.invalidateQueries({ queryKey });
  }, [client, groupId, shown, known]);
}
