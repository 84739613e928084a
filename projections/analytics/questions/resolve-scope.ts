import { Refusal } from '#contracts/api/errors.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import { type Act, may, roleFor } from '#contracts/api/roles.ts';
import { equalSpans, type Spans } from '#contracts/stats/like-with-like.ts';
import type { StatsQuery } from '#contracts/stats/stats.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { transaction } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type DayRange, resolveRange } from './day-range.ts';
import { type EntityFilter, readApps } from './entities.ts';

/** The scope of a query after authorization: apps, entities and days that the caller asked for and may see. */
export interface QueryScope {
  apps: string[];
  filter: EntityFilter;
  range: DayRange;
  previous: DayRange;
  /** The days of both ranges that a change compares. */
  spans: Spans;
}

/**
 * The app that the named app, instance and group agree on; 404 when one of them is not the account's or they disagree.
 */
const namedApp = async (
  kernel: Pick<Kernel, 'db' | 'facts'>,
  principal: Principal,
  query: StatsQuery,
): Promise<string | null> => {
  const { account_id } = principal;
  const { app_id, instance_id, story_group_id } = query;
  if (!app_id && !instance_id && !story_group_id) return null;
  return transaction(kernel.db, async (trx) => {
    const entities = [
      ...(app_id ? [{ fact: await kernel.facts.app(trx, account_id, app_id, 'none'), app: app_id }] : []),
      ...(instance_id ? [await kernel.facts.instance(trx, account_id, instance_id)].map(appOf) : []),
      ...(story_group_id ? [await kernel.facts.group(trx, account_id, story_group_id)].map(appOf) : []),
    ];
    const apps = new Set(entities.map(({ fact, app }) => (fact ? app : null)));
    const [app] = apps;
    if (apps.size !== 1 || app == null) throw new Refusal('NotFound');
    return app;
  });
};
const appOf = (fact: { app_id: string } | null) => ({ fact, app: fact?.app_id ?? null });

/** Resolves the scope of a query for a caller who needs `act` for each app; creators see their own groups only. */
export const resolveScope = async (
  kernel: Pick<Kernel, 'db' | 'facts' | 'now'>,
  principal: Principal,
  act: Act,
  query: StatsQuery,
): Promise<QueryScope> => {
  const ranges = resolveRange(query, kernel.now());
  const named = await namedApp(kernel, principal, query);
  if (named !== null) requireAct(principal, act, named);
  const { permissions, account_id, user_id } = principal;
  const apps =
    named !== null ? [named] : (await readApps(kernel.db, account_id)).filter((app) => may(permissions, act, app));
  const created = apps.filter((app) => roleFor(permissions, app) === 'story_creator');
  const filter: EntityFilter = {
    account_id,
    apps,
    instance_id: query.instance_id ?? null,
    group_id: query.story_group_id ?? null,
    creator: created.length > 0 ? { user_id, apps: created } : null,
  };
  const today = new Date(kernel.now()).toISOString().slice(0, 10);
  const spans = equalSpans(ranges.range.days, ranges.previous.days, today);
  return { apps, filter, ...ranges, spans };
};
