import type { Kernel } from '#kernel/kernel.ts';
import { reachPrecision } from '#projections/analytics/rollups/sketch.ts';
import { countUnion } from '#projections/analytics/rollups/union.ts';
import type { Expected } from './batches.ts';

/** Standard error of a group's reach is 1.6 %; five times that is beyond chance. */
const reachTolerance = 0.08;
const exactUpTo = 300;
const counted = ['impressions', 'clicks', 'opens', 'completes', 'leaves', 'watch_ms'] as const;

type Pool = Kernel['analytics']['pool'];

const compareSums = async (pool: Pool, { today, sums }: Expected): Promise<string[]> => {
  const { rows } = await pool.query<{ day: string; scope: string; id: string } & Record<string, string>>(
    `select case when day >= $1::date then 'now' else day::text end as day, scope, subject_id as id,
            ${counted.map((name) => `sum(${name})::text as ${name}`).join(', ')}
       from daily_count group by 1, 2, 3`,
    [today],
  );
  const found = new Map<string, number>();
  for (const row of rows)
    for (const name of counted)
      if (row[name] !== '0') found.set(`${row.day} ${row.scope} ${row.id} ${name}`, Number(row[name]));
  const faults: string[] = [];
  for (const key of new Set([...sums.keys(), ...found.keys()])) {
    const [due, had] = [sums.get(key) ?? 0, found.get(key) ?? 0];
    if (due !== had) faults.push(`${key}: ${had} instead of ${due}`);
  }
  return faults;
};

const compareAnswers = async (pool: Pool, { answers }: Expected): Promise<string[]> => {
  const { rows } = await pool.query<{ key: string; answers: number }>(
    `select concat_ws(' ', story_id, component_id, type, value) as key, sum(answers)::int as answers
       from daily_answer group by 1`,
  );
  const found = new Map(rows.map((row) => [row.key, row.answers]));
  return [...new Set([...answers.keys(), ...found.keys()])].flatMap((key) => {
    const [due, had] = [answers.get(key) ?? 0, found.get(key) ?? 0];
    return due === had ? [] : [`answers ${key}: ${had} instead of ${due}`];
  });
};

const compareViewers = async (pool: Pool, { viewers }: Expected): Promise<string[]> => {
  const { rows } = await pool.query<{ account_id: string; viewers: number }>(
    'select account_id, count(distinct viewer)::int as viewers from account_viewer group by account_id',
  );
  const found = new Map(rows.map((row) => [row.account_id, row.viewers]));
  return [...new Set([...viewers.keys(), ...found.keys()])].flatMap((account) => {
    const [due, had] = [viewers.get(account)?.size ?? 0, found.get(account) ?? 0];
    return due === had ? [] : [`account ${account}: ${had} viewers instead of ${due}`];
  });
};

const compareReach = async (pool: Pool, { reach }: Expected): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string; sketch: Buffer }>(
    `select subject_id as id, sketch from daily_viewers where scope = 'group'`,
  );
  const sketches = new Map<string, Buffer[]>();
  for (const { id, sketch } of rows) sketches.set(id, [...(sketches.get(id) ?? []), sketch]);
  return [...reach].flatMap(([group, viewers]) => {
    const had = countUnion(reachPrecision, sketches.get(group) ?? []);
    const off = viewers.size <= exactUpTo ? had !== viewers.size : Math.abs(had / viewers.size - 1) > reachTolerance;
    return off ? [`group ${group}: a reach of ${had} instead of ${viewers.size}`] : [];
  });
};

/** Compares all figures with what they must be; answers what is wrong. */
export const compareFigures = async (
  { analytics }: Pick<Kernel, 'analytics'>,
  expected: Expected,
): Promise<string[]> => [
  ...(await compareSums(analytics.pool, expected)),
  ...(await compareAnswers(analytics.pool, expected)),
  ...(await compareViewers(analytics.pool, expected)),
  ...(await compareReach(analytics.pool, expected)),
];
