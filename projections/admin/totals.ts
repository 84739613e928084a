/** SQL of the groups `g` that are not archived, in apps and instances that are not deleted; ends in its conditions. */
export const livingGroups = `
  story_group g join app on app.id = g.app_id join instance i on i.id = g.instance_id
   where not app.deleted and not i.deleted and g.status <> 9`;

/** SQL of how much an account holds that is not deleted; `account` is the expression of its id. */
export const totals = (account: string): string => `
  (select count(*)::int from app where app.account_id = ${account} and not app.deleted) as total_apps,
  (select count(*)::int from ${livingGroups} and app.account_id = ${account}) as total_story_groups,
  (select coalesce(sum(g.story_count), 0)::int from ${livingGroups} and app.account_id = ${account}) as total_stories`;

/** SQL of an account's payment status at `now`; the same as `entitlement` in contracts/plans.ts. */
export const paymentStatus = (account: string, now: string): string =>
  `case when ${account}.premium then 0 when ${account}.plan is not null then 1 when ${now}::bigint < ${account}.trial_ends then 2 else 9 end`;

/** SQL of a personal value behind a reference; empty without one, 'erased' when it is gone. */
export const personalValue = (ref: string): string =>
  `case when ${ref} is null then '' else coalesce((select value from personal_value p where p.ref = ${ref}), 'erased') end`;
