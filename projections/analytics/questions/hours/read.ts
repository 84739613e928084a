import type { HourOfWeek, Hours } from '#contracts/stats/hours.ts';
import { toEpochMs } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { QueryScope } from '../resolve-scope.ts';

const hourMs = 3_600_000;

/**
 * What some apps got in each hour of the week by the clock of their account, and how often there was such an hour: those
 * that are over, from the first day with data on. Cost: days × 24 hours and their rows, summed in Postgres.
 */
export const readHours = async (
  { analytics, db, now }: Pick<Kernel, 'analytics' | 'db' | 'now'>,
  accountId: string,
  { apps, range }: Pick<QueryScope, 'apps' | 'range'>,
): Promise<Hours> => {
  const zone = await db.pool.query<{ time_zone: string; minute: number }>(
    `select time_zone, extract(minute from to_timestamp($2) at time zone time_zone)::int as minute
       from account where id = $1`,
    [accountId, range.ts_start],
  );
  const { time_zone, minute } = zone.rows[0]!;
  const first = await analytics.pool.query<{ day: string | null }>({
    name: 'figures-hours-first',
    text: `select min(first.day)::text as day from unnest($1::uuid[]) as app (id)
            cross join lateral (select day from hourly_count where app_id = app.id order by day limit 1) as first`,
    values: [apps],
  });
  const first_day = first.rows[0]!.day;
  if (first_day === null) return { time_zone, minute, first_day, hours: [] };
  const from = Math.max(toEpochMs(range.ts_start), Date.parse(first_day));
  const until = Math.min(toEpochMs(range.ts_end) + 1000, Math.floor(now() / hourMs) * hourMs);
  const { rows } = await analytics.pool.query<HourOfWeek>({
    name: 'figures-hours',
    text: `with hours as (
             select at, (at at time zone 'UTC')::date as day, extract(hour from at at time zone 'UTC')::smallint as hour,
                    at at time zone $4 as wall
               from generate_series(to_timestamp($2), to_timestamp($3) - interval '1 hour', interval '1 hour') as at
           ), sums as (
             select day, hour, sum(opens) as opens, sum(impressions) as impressions, sum(clicks) as clicks
               from hourly_count where app_id = any($1::uuid[])
                and day between (to_timestamp($2) at time zone 'UTC')::date and (to_timestamp($3) at time zone 'UTC')::date
              group by day, hour
           )
           select extract(isodow from wall)::int as weekday, extract(hour from wall)::int as hour, count(*)::int as times,
                  coalesce(sum(opens), 0)::int8 as opens, coalesce(sum(impressions), 0)::int8 as impressions,
                  coalesce(sum(clicks), 0)::int8 as clicks
             from hours left join sums using (day, hour)
            group by 1, 2 order by 1, 2`,
    values: [apps, from / 1000, until / 1000, time_zone],
  });
  return { time_zone, minute, first_day, hours: rows };
};
