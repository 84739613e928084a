import { useGroupSearch } from '../../group/use-group-search.ts';

/** Keeps in the address whether the reports by email are open. */
export function useReportDrawer(): { isOpen: boolean; open: () => void; close: () => void } {
  const { search, open, close } = useGroupSearch();
  return {
    isOpen: search.get('email') === '1',
    open: () => open({ email: '1' }),
    close: () => close('email'),
  };
}
