import { limits } from '#contracts/api/limits.ts';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { dayText } from '../../group/analytics/date-range.ts';
import { storeName } from '../../shell/store-name.ts';
import { homeAppsWords } from '../../words/home-apps.en.ts';
import { t } from '../../words/t.ts';

/** Of what the overview is: all apps that the person may see it of, the chosen app, or its chosen instance. */
export type ScopeKind = 'apps' | 'app' | 'instance';

/** What the overview is of; `count` is the number of apps that the person may see it of. */
export interface OverviewScope {
  kind: ScopeKind;
  apps: readonly AppRow[];
  instance: InstanceRow | null;
  count: number;
}

/** The scope that an address asks for, as far as there are several apps or instances to choose from. */
export function scopeOf(
  asked: string | null,
  app: AppRow | null,
  instance: InstanceRow | null,
  seen: readonly AppRow[],
): OverviewScope {
  const count = seen.length;
  if (asked === 'apps' && count > 1)
    return { kind: 'apps', apps: seen.slice(0, limits.idsAtOnce), instance: null, count };
  const apps = app ? [app] : [];
  return asked === 'instance' && instance && app && app.instances.length > 1
    ? { kind: 'instance', apps, instance, count }
    : { kind: 'app', apps, instance: null, count };
}

/** Where a group lies: what its app is called, and the part of its page's address that names app and instance. */
export interface AppPlace {
  app: string;
  query: string;
}

/** The places of the instances of several apps; none in a scope of one app, which every page shows anyway. */
export function placesIn({ kind, apps }: Pick<OverviewScope, 'kind' | 'apps'>): ReadonlyMap<string, AppPlace> {
  if (kind !== 'apps') return new Map();
  const nameOf = (app: AppRow): string =>
    apps.filter(({ title }) => title === app.title).length > 1
      ? t(homeAppsWords.appInStore, { title: app.title, store: storeName(app) })
      : app.title;
  return new Map(
    apps.flatMap((app) => {
      const name = nameOf(app);
      return app.instances.map(({ id }) => [id, { app: name, query: `app=${app.id}&instance=${id}` }] as const);
    }),
  );
}

/** The title of a group, with its app where there are several. */
export function placedTitle(group: string, place: AppPlace | undefined): string {
  return place ? t(homeAppsWords.groupOfApp, { group, app: place.app }) : group;
}

/** The address of a group's page, on a tab where one is named. */
export function groupAddress(id: string, place: AppPlace | undefined, tab?: 'analytics'): string {
  const query = [place?.query, tab && `tab=${tab}`].filter(Boolean).join('&');
  return `/stories/${id}${query ? `?${query}` : ''}`;
}

/** The address of Analytics with the same apps or instance and the same days. */
export function analyticsAddress(
  { apps, instance }: OverviewScope,
  chosen: AppRow,
  range: { from: number; to: number },
): string {
  const app = apps.find(({ id }) => id === chosen.id) ?? apps[0]!;
  const query = new URLSearchParams({ app: app.id });
  const shown = instance ?? app.instances[0];
  if (shown) query.set('instance', shown.id);
  if (apps.length > 1) query.set('apps', apps.map(({ id }) => id).join());
  if (instance) query.set('instances', instance.id);
  query.set('from', dayText(range.from));
  query.set('to', dayText(range.to));
  return `/analytics?${query}`;
}
