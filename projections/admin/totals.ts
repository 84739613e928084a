import { paymentStatus } from '#contracts/api/plans.ts';
import type { Role } from '#contracts/api/roles.ts';
import { groupStatus } from '#contracts/story-group/status.ts';

/** SQL of the groups `g` that are not archived, in apps and instances that are not deleted; ends in its conditions. */
export const livingGroups = `
  story_group g join app on app.id = g.app_id join instance i on i.id = g.instance_id
   where not app.deleted and not i.deleted and g.status <> ${groupStatus.archived}`;

const all = { apps: 'true', groups: 'true' };
/**
 * SQL of how much an account holds that is not deleted; `account` is the expression of its id. `seen` are conditions on
 * `app` that leave out what somebody does not see.
 */
export const totals = (account: string, seen: { apps: string; groups: string } = all): string => `
  (select count(*)::int from app where app.account_id = ${account} and not app.deleted and ${seen.apps}) as total_apps,
  (select count(*)::int from ${livingGroups} and app.account_id = ${account} and ${seen.groups}) as total_story_groups,
  (select coalesce(sum(g.story_count), 0)::int from ${livingGroups} and app.account_id = ${account} and ${seen.groups})
    as total_stories`;

/** SQL: whether a member `m` has one of the roles for `app`, as `roleFor` in contracts/api/roles.ts says it; nobody who is gone has one. */
export const seenBy = (held: readonly Role[]): string => {
  const apps = held
    .filter((role) => role !== 'account_owner')
    .map((role) => `coalesce(m.permissions -> '${role}', '[]')`);
  return `(m.phase in ('member', 'invited')
            and (jsonb_exists(m.permissions, 'account_owner') or jsonb_exists(${apps.join(' || ')}, app.id::text)))`;
};

/** SQL of an account's payment status at `now`; the same as `entitlement` in contracts/api/plans.ts. */
export const paymentStatusSql = (account: string, now: string): string =>
  `case when ${account}.premium then ${paymentStatus.premium} when ${account}.plan is not null then
          case when coalesce(${account}.standing, ${paymentStatus.paid}) = ${paymentStatus.paid} and ${account}.promo_until > ${now}::bigint
               then ${paymentStatus.promo} else coalesce(${account}.standing, ${paymentStatus.paid}) end
        when ${account}.standing is null and ${now}::bigint < ${account}.trial_ends then ${paymentStatus.trial} else ${paymentStatus.lapsed} end`;

/** SQL of a personal value behind a reference; empty without one, 'erased' when it is gone. */
export const personalValue = (ref: string): string =>
  `case when ${ref} is null then '' else coalesce((select value from personal_value p where p.ref = ${ref}), 'erased') end`;
