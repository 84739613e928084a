import { useEffect, useRef } from 'react';
import type { AppRow } from '#contracts/app/rows.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { useSession } from '../../shell/session/session-value.ts';

const name = 'sdk_health';

/** Opens the SDK health of the app that the address names, which it then loses. */
export function useAskedHealth(open: (app: AppRow) => void): void {
  const { apps, may } = useSession();
  const { search, set } = useGroupSearch();
  const opening = useRef(open);
  opening.current = open;
  const asked = search.get(name);
  useEffect(() => {
    if (asked === null) return;
    const app = apps.find(({ id }) => id === asked);
    if (app && may('app.settings', app.id)) opening.current(app);
    set({ [name]: null });
  }, [asked, apps, may, set]);
}
