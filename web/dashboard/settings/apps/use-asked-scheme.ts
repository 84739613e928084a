import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { AppRow } from '#contracts/app/rows.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { useSession } from '../../shell/session/session-value.ts';

const flag = 'openDeepLinkModal';

/** Opens the URL scheme of the app that the navigation state names when the address carries the flag, which it then loses. */
export function useAskedScheme(open: (app: AppRow) => void): void {
  const { apps, app: selected, may } = useSession();
  const { search, set } = useGroupSearch();
  const { state } = useLocation();
  const opening = useRef(open);
  opening.current = open;
  const asked = search.has(flag);
  const named = (state as { appId?: unknown } | null)?.appId;
  useEffect(() => {
    if (!asked) return;
    const app = apps.find((one) => one.id === named) ?? (named === undefined ? selected : null);
    if (app && may('app.settings', app.id)) opening.current(app);
    set({ [flag]: null });
  }, [asked, named, apps, selected, may, set]);
}
