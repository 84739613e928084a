import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { currentSearch } from '../../shell/current-search.ts';

/** Which drawer the address has open, and how it is opened and closed. */
export interface DrawerAddress {
  create: boolean;
  editId: string | null;
  openCreate: () => void;
  openEdit: (groupId: string) => void;
  close: () => void;
}

const mark = { openedHere: true };

/** Keeps the open drawer in the address, so that reload, back and a shared link work. */
export function useDrawer(): DrawerAddress {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const openedHere = (state as { openedHere?: boolean } | null)?.openedHere === true;
  const open = useCallback(
    (name: 'create' | 'edit', value: string) =>
      setSearch(
        () => {
          const next = currentSearch();
          next.delete('create');
          next.delete('edit');
          next.set(name, value);
          return next;
        },
        { state: mark, preventScrollReset: true },
      ),
    [setSearch],
  );
  const close = useCallback(() => {
    // What was opened here is left by going back, so that the way back does not lead through it again.
    if (openedHere) return navigate(-1);
    setSearch(
      () => {
        const next = currentSearch();
        next.delete('create');
        next.delete('edit');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [openedHere, navigate, setSearch]);
  return {
    create: search.get('create') === '1',
    editId: search.get('edit'),
    openCreate: useCallback(() => open('create', '1'), [open]),
    openEdit: useCallback((groupId: string) => open('edit', groupId), [open]),
    close,
  };
}
