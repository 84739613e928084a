import type { VersionList, VersionRow, Versions } from '#contracts/stats/group-details.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { versionColumns } from '../../count/counters/versions.ts';
import type { GroupRange } from '../group-range.ts';
import { averageWatchSeconds } from '../metrics.ts';

/** Versions that are named; the others are one row. */
const shownVersions = 20;

type Sums = Record<(typeof versionColumns)[number], number>;
type SumRow = Sums & { kind: 'app' | 'sdk'; other: boolean; version: string };

const figuresOf = ({ opens, impressions, clicks, completes, ...watch }: Sums): Omit<VersionRow, 'version'> => ({
  opens,
  impressions,
  clicks,
  completes,
  average_watch_length: averageWatchSeconds(watch),
});

const listOf = (rows: readonly SumRow[]): VersionList => {
  const named = rows.filter(({ other }) => !other);
  const rest = [...named.slice(shownVersions), ...rows.filter(({ other }) => other)];
  const sum = Object.fromEntries(
    versionColumns.map((name) => [name, rest.reduce((all, row) => all + row[name], 0)]),
  ) as Sums;
  return {
    shown: named.slice(0, shownVersions).map((row) => ({ version: row.version || null, ...figuresOf(row) })),
    other: rest.length > 0 ? figuresOf(sum) : null,
  };
};

/**
 * What each version of the app and of the SDK sent of a group, the most used over the range first. Cost: the rows of the
 * group's days, at most 402 each, summed in Postgres.
 */
export const readVersions = async (
  { analytics }: Pick<Kernel, 'analytics'>,
  { group, range }: GroupRange,
): Promise<Versions> => {
  const [{ rows }, first] = await Promise.all([
    analytics.pool.query<SumRow>({
      name: 'figures-versions',
      text: `select kind, other, version, ${versionColumns.map((name) => `sum(${name})::int8 as ${name}`).join(', ')}
               from daily_version where app_id = $1 and group_id = $2 and day between $3::date and $4::date
              group by kind, other, version
              order by sum(impressions) desc, sum(opens) desc, version`,
      values: [group.app_id, group.id, range.days[0], range.days.at(-1)],
    }),
    analytics.pool.query<{ day: string | null }>({
      name: 'figures-versions-first',
      text: 'select min(day)::text as day from daily_version where app_id = $1 and group_id = $2',
      values: [group.app_id, group.id],
    }),
  ]);
  return {
    first_day: first.rows[0]!.day,
    app: listOf(rows.filter(({ kind }) => kind === 'app')),
    sdk: listOf(rows.filter(({ kind }) => kind === 'sdk')),
  };
};
