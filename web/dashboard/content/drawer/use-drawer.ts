import { useCallback } from 'react';
import { useGroupSearch } from '../../group/use-group-search.ts';

/** Which drawer the address has open, and how it is opened and closed. */
export interface DrawerAddress {
  create: boolean;
  editId: string | null;
  openCreate: () => void;
  openEdit: (groupId: string) => void;
  close: () => void;
}

/** Keeps the open drawer in the address, so that reload, back and a shared link work. */
export function useDrawer(): DrawerAddress {
  const { search, open, close } = useGroupSearch();
  return {
    create: search.get('create') === '1',
    editId: search.get('edit'),
    openCreate: useCallback(() => open({ create: '1', edit: null }), [open]),
    openEdit: useCallback((groupId: string) => open({ edit: groupId, create: null }), [open]),
    close: useCallback(() => close('create', 'edit'), [close]),
  };
}
