import { limits } from '#contracts/api/limits.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { useGroupSearch } from '../group/use-group-search.ts';
import { namesForeignApp } from '../shell/session/selection.ts';
import { useSession } from '../shell/session/session-value.ts';

/** What the figures are of: apps, and of these only the named instances and groups where some are named. */
export interface FiguresScope {
  apps: readonly AppRow[];
  instances: readonly string[];
  groups: readonly string[];
}

/** The instances of apps and their groups. */
const partsOf = (apps: readonly AppRow[]): Set<string> =>
  new Set(
    apps.flatMap((app) => app.instances.flatMap((one) => [one, ...(one.story_groups ?? [])])).map(({ id }) => id),
  );

const idsIn = (text: string | null): string[] => [...new Set((text ?? '').split(',').filter(Boolean))];

/** The apps, instances and groups that the address names, and the functions that change them. */
export function useScope() {
  const { apps: all, app: shown, may } = useSession();
  const { search, set } = useGroupSearch();
  const allowed = all.filter(({ id }) => may('stats.view', id));
  const asked = idsIn(search.get('apps'));
  // The session shows another one in place of an app that this person does not have.
  const isForeign = namesForeignApp(all, search.get('app'));
  const app = isForeign ? null : shown;
  // Who goes to another app in the bar means that one.
  const several = app !== null && asked.includes(app.id);
  const named = several ? asked : app ? [app.id] : [];
  const apps = allowed.filter(({ id }) => named.includes(id));
  const [known, held] = [partsOf(allowed), partsOf(apps)];
  // What is of another app of this person's was chosen before they went to this one; what is of none stays, to be refused.
  const inScope = (name: string) => idsIn(search.get(name)).filter((id) => held.has(id) || !known.has(id));
  const instances = inScope('instances');
  const groups = inScope('groups');
  const tooMany = [named, instances, groups].some((ids) => ids.length > limits.idsAtOnce);
  const list = (ids: readonly string[]) => (ids.length > 0 ? ids.join(',') : null);
  return {
    allowed,
    scope: { apps, instances, groups } satisfies FiguresScope,
    /** Whether the address names what is not there, or not for this person. */
    unknown:
      isForeign ||
      tooMany ||
      asked.some((id) => !allowed.some((one) => one.id === id)) ||
      !instances.every((id) => held.has(id)),
    chooseApps: (ids: readonly string[], how: { push: boolean }) => {
      const first = app && ids.includes(app.id) ? app.id : (ids[0] ?? null);
      const one = allowed.find(({ id }) => id === first);
      set(
        {
          app: first,
          instance: one?.instances[0]?.id ?? null,
          apps: ids.length > 1 ? list(ids) : null,
          instances: null,
          groups: null,
        },
        how,
      );
    },
    chooseInstances: (ids: readonly string[], how: { push: boolean }) =>
      set({ instances: list(ids), groups: null }, how),
    chooseGroups: (ids: readonly string[], how: { push: boolean }) => set({ groups: list(ids) }, how),
  };
}
