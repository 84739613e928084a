import type pg from 'pg';
import { bigints, dates, smallints, uuids } from '../count/binary-arrays.ts';
import { counterColumns, type ViewerScope } from '../tables.ts';
import type { RollupPeriod } from './periods.ts';
import { type PeriodsOf, periodKey } from './rollup-rows.ts';

/** A subject in the order of the tables' keys. */
export interface SubjectKey {
  app_id: string;
  scope: ViewerScope;
  subject_id: string;
}

/** What a batch adds to a subject's day: counts in the order of `counterColumns`, and to the day's number of viewers. */
export interface DayAddition extends SubjectKey {
  day: string;
  lane: number;
  values: readonly number[] | null;
  viewers: number;
}

/** What a batch adds to a subject's period. */
export interface SpanAddition extends SubjectKey {
  period: RollupPeriod;
  lane: number;
  values: number[];
}

/** The columns of span_count that are sums. */
const sumColumns = [...counterColumns, 'viewer_days'];
const names = counterColumns.join(', ');
const noCounts = counterColumns.map(() => '0').join(', ');
const summed = (of: (name: string) => string): string => sumColumns.map((name) => `${name} = ${of(name)}`).join(', ');

/** Within which subjects, as the parameters from `$5` on: after one and up to another, where there is one. */
const between = `($5::uuid is null or (app_id, scope, subject_id) > ($5::uuid, $6::text, $7::uuid))
             and ($8::uuid is null or (app_id, scope, subject_id) <= ($8::uuid, $9::text, $10::uuid))`;

const sumDays = `
  insert into span_count (app_id, scope, subject_id, span, starts, lane, ${sumColumns.join(', ')})
  select app_id, scope, subject_id, $1::text, $2::date, $4::smallint,
         ${sumColumns.map((name) => `sum(${name})::int8`).join(', ')}
    from (select app_id, scope, subject_id, ${names}, 0 as viewer_days from daily_count
           where day between $2::date and $3::date and lane = $4::smallint and ${between}
          union all
          select app_id, scope, subject_id, ${noCounts}, viewers from daily_viewers
           where day between $2::date and $3::date and lane = $4::smallint and scope <> 'active' and ${between}) as days
   group by app_id, scope, subject_id order by app_id, scope, subject_id
  on conflict (app_id, scope, subject_id, span, starts, lane) do update set ${summed((name) => `excluded.${name}`)}`;

/** Sums up the days of a lane's period for the subjects after one and up to another; null is no bound. */
export const writeSpanCounts = async (
  on: pg.ClientBase,
  { lane, period: { kind, starts, ends } }: { lane: number; period: RollupPeriod },
  after: SubjectKey | null,
  last: SubjectKey | null,
): Promise<void> => {
  const bounds = [after, last].flatMap((one) => [one?.app_id ?? null, one?.scope ?? null, one?.subject_id ?? null]);
  await on.query(sumDays, [kind, starts, ends, lane, ...bounds]);
};

/** What batches add to periods whose compaction has started, in the order of their keys. Late events are rare. */
export const spanAdditions = (added: readonly DayAddition[], periodsOf: PeriodsOf): SpanAddition[] => {
  const found = new Map<string, SpanAddition>();
  for (const { app_id, scope, subject_id, day, lane, values, viewers } of added) {
    if (scope === 'active') continue;
    for (const period of periodsOf(lane, day)) {
      const key = `${app_id} ${scope} ${subject_id} ${periodKey(period)} ${lane}`;
      const own = found.get(key) ?? { app_id, scope, subject_id, period, lane, values: sumColumns.map(() => 0) };
      found.set(key, own);
      for (const [index, count] of [...(values ?? counterColumns.map(() => 0)), viewers].entries())
        own.values[index]! += count;
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, addition]) => addition);
};

const addSums = `
  insert into span_count (app_id, scope, subject_id, span, starts, lane, ${sumColumns.join(', ')})
  select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::date[], $6::smallint[],
                       ${sumColumns.map((_, index) => `$${index + 7}::bigint[]`).join(', ')})
  on conflict (app_id, scope, subject_id, span, starts, lane)
  do update set ${summed((name) => `span_count.${name} + excluded.${name}`)}`;

const dayMs = 86_400_000;

/** Adds to the counts of periods. A subject that its compaction has yet to reach is summed up from its days then. */
export const addToSpanCounts = async (on: pg.ClientBase, additions: readonly SpanAddition[]): Promise<void> => {
  if (additions.length === 0) return;
  await on.query({
    name: 'add-span-counts',
    text: addSums,
    values: [
      uuids(additions.map(({ app_id }) => app_id)),
      additions.map(({ scope }) => scope),
      uuids(additions.map(({ subject_id }) => subject_id)),
      additions.map(({ period }) => period.kind),
      dates(additions.map(({ period }) => Date.parse(period.starts) / dayMs)),
      smallints(additions.map(({ lane }) => lane)),
      ...sumColumns.map((_, index) => bigints(additions.map(({ values }) => values[index]!))),
    ],
  });
};
