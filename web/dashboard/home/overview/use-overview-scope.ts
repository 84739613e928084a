import { useMemo } from 'react';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { type ScopeKind, scopeOf } from './overview-scope.ts';

/** What the overview of the address is of, and the function that changes it. */
export function useOverviewScope() {
  const { apps, app, instance, may } = useSession();
  const { search, set } = useGroupSearch();
  const asked = search.get('scope');
  const scope = useMemo(
    () =>
      scopeOf(
        asked,
        app,
        instance,
        apps.filter(({ id }) => may('overview.view', id)),
      ),
    [asked, app, instance, apps, may],
  );
  return {
    scope,
    // What a figure is made of was asked of what was shown before.
    choose: (kind: ScopeKind) => set({ scope: kind === 'app' ? null : kind, why: null }),
  };
}
