import { useCallback } from 'react';
import { useGroupSearch } from '../../group/use-group-search.ts';

/** The address of the deleted groups of an instance. */
export const deletedOf = (appId: string, instanceId: string): string =>
  `/content?app=${appId}&instance=${instanceId}&deleted=1`;

/** Keeps in the address whether the list of deleted groups is open. */
export function useDeletedDrawer(): { isOpen: boolean; open: () => void; close: () => void } {
  const { search, open, close } = useGroupSearch();
  return {
    isOpen: search.get('deleted') === '1',
    open: useCallback(() => open({ deleted: '1' }), [open]),
    close: useCallback(() => close('deleted'), [close]),
  };
}
