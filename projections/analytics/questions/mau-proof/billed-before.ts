/**
 * As SQL: whether a viewer (a column with its table's name) of account $1 was billed on a day before
 * `day` in any month up to `month`. Cost: one descent of the
 * key for each month, so it is asked only for those of whom nothing else says that they are billed.
 */
export const billedBefore = (viewer: string, month: string, day: string): string =>
  `exists (select from unnest(array(select distinct month from account_month where account_id = $1 and month <= ${month})) as earlier
            cross join lateral (
              select from account_viewer b
               where b.account_id = $1 and b.month = earlier and b.viewer = ${viewer} and b.billed_from < ${day}
               limit 1) as billed)`;
