import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { currentSearch } from '../../shell/current-search.ts';

/** The address of the deleted groups of an instance. */
export const deletedOf = (appId: string, instanceId: string): string =>
  `/content?app=${appId}&instance=${instanceId}&deleted=1`;

/** Keeps in the address whether the list of deleted groups is open. */
export function useDeletedDrawer(): { isOpen: boolean; open: () => void; close: () => void } {
  const [search, setSearch] = useSearchParams();
  const write = useCallback(
    (open: boolean) =>
      setSearch(
        () => {
          const next = currentSearch();
          if (open) next.set('deleted', '1');
          else next.delete('deleted');
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return {
    isOpen: search.get('deleted') === '1',
    open: useCallback(() => write(true), [write]),
    close: useCallback(() => write(false), [write]),
  };
}
