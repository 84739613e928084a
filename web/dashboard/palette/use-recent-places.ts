import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../shell/session/session-context.tsx';
import { type PageRight, type PaletteEntry, pagesFor } from './places.ts';
import { useRecent } from './recent.ts';
import { asOfNow } from './recent-places.ts';

/** The places that the person opened last, but for the page that is open. */
export function useRecentPlaces(pages: readonly PageRight[]): PaletteEntry[] {
  const { apps } = useSession();
  const { pathname } = useLocation();
  const recent = useRecent();
  return useMemo(
    () => asOfNow(recent, pagesFor(pages, ''), apps).filter(({ key }) => key !== `page:${pathname}`),
    [recent, pages, apps, pathname],
  );
}
