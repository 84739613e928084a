import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { isAboutApp } from '../shell/about-app.ts';
import { useSession } from '../shell/session/session-value.ts';
import { type PageRight, type PaletteEntry, pagesFor } from './places.ts';
import { useRecent } from './recent.ts';
import { asOfNow } from './recent-places.ts';

/** The places that the person opened last, but for the page that is open and the app that it shows. */
export function useRecentPlaces(pages: readonly PageRight[]): PaletteEntry[] {
  const { apps, app } = useSession();
  const { pathname } = useLocation();
  const recent = useRecent();
  const shown = isAboutApp(pathname) ? `app:${app?.id}` : null;
  return useMemo(
    () => asOfNow(recent, pagesFor(pages, ''), apps).filter(({ key }) => key !== `page:${pathname}` && key !== shown),
    [recent, pages, apps, pathname, shown],
  );
}
