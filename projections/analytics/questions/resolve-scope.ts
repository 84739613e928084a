import { Refusal } from '#contracts/api/errors.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import { type Act, may, roleFor, visibleApps } from '#contracts/api/roles.ts';
import { equalSpans, type Spans } from '#contracts/stats/like-with-like.ts';
import type { StatsQuery } from '#contracts/stats/stats.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type DayRange, resolveRange } from './day-range.ts';
import { type EntityFilter, type NamedEntity, type NamedIds, readApps, readNamed } from './entities.ts';

/** The scope of a query after authorization: apps, entities and days that the caller asked for and may see. */
export interface QueryScope {
  apps: string[];
  /** The named instances, each with its app; null where none is named. */
  instances: readonly { id: string; app_id: string }[] | null;
  filter: EntityFilter;
  range: DayRange;
  previous: DayRange;
  /** The days of both ranges that a change compares. */
  spans: Spans;
}

const once = (ids: readonly string[] | undefined): string[] | null => (ids ? [...new Set(ids)] : null);
const appsOf = (entities: readonly NamedEntity[]): string[] => [...new Set(entities.map(({ app_id }) => app_id))];

/**
 * The named entities of each kind in the order in which they are named. 404 unless each is the account's, and of one of the
 * named apps or, where none is named, of the apps of the named instances.
 */
const resolveNamed = async (
  { db }: Pick<Kernel, 'db'>,
  accountId: string,
  ids: NamedIds,
): Promise<Record<keyof NamedIds, NamedEntity[] | null>> => {
  const none = !ids.apps && !ids.instances && !ids.groups;
  const found = none ? [] : await readNamed(db, accountId, ids);
  const known = new Map(found.map((one) => [`${one.kind} ${one.id}`, one]));
  const named = (kind: keyof NamedIds): NamedEntity[] | null =>
    ids[kind]?.map((id) => {
      const one = known.get(`${kind} ${id}`);
      if (!one) throw new Refusal('NotFound');
      return one;
    }) ?? null;
  const all = { apps: named('apps'), instances: named('instances'), groups: named('groups') };
  const around = all.apps ?? all.instances;
  const allowed = around && new Set(appsOf(around));
  if (allowed && found.some(({ app_id }) => !allowed.has(app_id))) throw new Refusal('NotFound');
  return all;
};

/**
 * Resolves the scope of a query for a caller who needs `act` for each app that it names or has something named of; its
 * apps are those of the groups, else of the instances, else the named ones. Creators see their own groups only. Cost: one
 * read, however many ids are named.
 */
export const resolveScope = async (
  kernel: Pick<Kernel, 'db' | 'now'>,
  principal: Pick<Principal, 'permissions' | 'account_id' | 'user_id'>,
  act: Act,
  query: StatsQuery,
): Promise<QueryScope> => {
  const ranges = resolveRange(query, kernel.now());
  const ids: NamedIds = {
    apps: once(query.app_id),
    instances: once(query.instance_id),
    groups: once(query.story_group_id),
  };
  const { permissions, account_id, user_id } = principal;
  const { apps: within, instances, groups } = await resolveNamed(kernel, account_id, ids);
  const named = appsOf([...(within ?? []), ...(instances ?? []), ...(groups ?? [])]);
  const visible = visibleApps(permissions);
  // Before any act is refused: beside an app without the right one that is not seen must not differ from one that is not there.
  if (visible && named.some((app) => !visible.includes(app))) throw new Refusal('NotFound');
  for (const app of named) requireAct(principal, act, app);
  const exact = groups ?? instances ?? within;
  const apps = exact
    ? appsOf(exact)
    : (await readApps(kernel.db, account_id)).filter((app) => may(permissions, act, app));
  const created = apps.filter((app) => roleFor(permissions, app) === 'story_creator');
  const filter: EntityFilter = {
    account_id,
    apps,
    instances: ids.instances,
    groups: ids.groups,
    creator: created.length > 0 ? { user_id, apps: created } : null,
  };
  const today = new Date(kernel.now()).toISOString().slice(0, 10);
  const spans = equalSpans(ranges.range.days, ranges.previous.days, today);
  return { apps, instances, filter, ...ranges, spans };
};
