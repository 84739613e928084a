import { v7 as uuidv7 } from 'uuid';
import { migrate } from '#kernel/db/migrate.ts';
import { type Db, openDb } from '#kernel/db/pool.ts';
import { readSketches } from '#projections/analytics/questions/metrics.ts';
import { addViewer, emptySketch, encodeSketch, reachPrecision } from '#projections/analytics/rollups/sketch.ts';
import { countUnion } from '#projections/analytics/rollups/union.ts';
import { tablesSql } from '#projections/analytics/tables.ts';
import { startHllPostgres } from './hll-postgres.ts';
import { alternate, type Benchmark, type Measured, orSkipped, perSecond, type RunSize, scaled } from './measure.ts';

const inboxTables = new URL('../../ops/migrations/analytics', import.meta.url).pathname;
const days = 30;
const firstDay = '2026-01-01';
const lastDay = '2026-01-30';
const viewersOf = [60, 400, 1500, 4000];
const mostWrong = 0.1;
/** How often a viewer sees a group on a day: exact counting starts from events. */
const seenEach = 2;

/** A group with the same number of viewers every day, of whom a third are new each day. */
interface Group {
  id: string;
  /** The number of its first viewer; those of a day are consecutive. */
  first: number;
  viewers: number;
}

const step = ({ viewers }: Group): number => Math.floor(viewers / 3);
const exactly = (group: Group): number => group.viewers + (days - 1) * step(group);

const makeGroups = (count: number): Group[] =>
  Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    first: index * 1_000_000,
    viewers: viewersOf[index % viewersOf.length]!,
  }));

const mixed = (value: number): number => {
  let mix = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mix = Math.imul(mix ^ (mix >>> 15), 0x735a2d97);
  return (mix ^ (mix >>> 15)) >>> 0;
};
/** 48 bits that look like chance, the same for the same viewer. */
const hashOf = (viewer: number): number => mixed(viewer) * 65_536 + (mixed(viewer + 0x9e3779b9) >>> 16);

const sketchOf = (group: Group, day: number): Buffer => {
  const sketch = emptySketch(reachPrecision);
  const first = group.first + day * step(group);
  for (let viewer = first; viewer < first + group.viewers; viewer += 1) addViewer(sketch, hashOf(viewer));
  return encodeSketch(sketch);
};

const fillOurs = async ({ pool }: Db, url: string, app: string, groups: readonly Group[]): Promise<void> => {
  await migrate(url, inboxTables, 'analytics_migration');
  await pool.query('create schema analytics');
  await pool.query(`set search_path = analytics, public; ${await tablesSql()}; reset search_path`);
  for (const group of groups)
    await pool.query(
      `insert into daily_viewers (app_id, scope, subject_id, day, lane, viewers, sketch)
       select $1, 'group', $2, $3::date + (place - 1)::int, 0, 0, sketch
         from unnest($4::bytea[]) with ordinality as given (sketch, place)`,
      [app, group.id, firstDay, Array.from({ length: days }, (_, day) => sketchOf(group, day))],
    );
  await pool.query('vacuum analyze daily_viewers');
};

const viewing = `from unnest($1::uuid[], $2::bigint[], $3::int[], $4::int[]) as of_group (id, first, viewers, step)
                 cross join generate_series(0, ${days - 1}) as passed
                 cross join lateral generate_series(first + passed * step, first + passed * step + viewers - 1) as viewer`;
const given = (groups: readonly Group[]) => [
  groups.map((group) => group.id),
  groups.map((group) => group.first),
  groups.map((group) => group.viewers),
  groups.map(step),
];

const fillHll = async ({ pool }: Db, groups: readonly Group[]): Promise<void> => {
  await pool.query(
    'create table hll_viewers (subject_id uuid, day date, viewers public.hll not null, primary key (subject_id, day))',
  );
  await pool.query(
    `insert into hll_viewers
     select id, $5::date + passed, public.hll_add_agg(public.hll_hash_bigint(viewer), ${reachPrecision}) ${viewing}
      group by id, passed`,
    [...given(groups), firstDay],
  );
  await pool.query('vacuum analyze hll_viewers');
};

const fillExact = async ({ pool }: Db, groups: readonly Group[]): Promise<void> => {
  await pool.query('create table viewing (subject_id uuid not null, day date not null, viewer bigint not null)');
  await pool.query(
    `insert into viewing select id, $5::date + passed, viewer ${viewing} cross join generate_series(1, ${seenEach})`,
    [...given(groups), firstDay],
  );
  await pool.query('create index on viewing (subject_id, day) include (viewer)');
  await pool.query('vacuum analyze viewing');
};

const countOurs = async (db: Db, app: string, groups: readonly Group[]): Promise<Map<string, number>> => {
  const subjects = groups.map((group) => group.id);
  const ask = { apps: [app], scope: 'group', subjects, from: firstDay, to: lastDay } as const;
  const sketches = new Map<string, Buffer[]>();
  for (const { subject_id, sketch } of await readSketches(db, ask)) {
    const held = sketches.get(subject_id);
    if (held) held.push(sketch);
    else sketches.set(subject_id, [sketch]);
  }
  return new Map([...sketches].map(([id, encoded]) => [id, countUnion(reachPrecision, encoded)]));
};

const countBy = async (
  { pool }: Db,
  name: string,
  what: string,
  groups: readonly Group[],
): Promise<Map<string, number>> => {
  const { rows } = await pool.query<{ subject_id: string; count: number }>({
    name,
    text: `select subject_id, (${what})::float8 as count from ${name}
            where subject_id = any($1::uuid[]) and day between $2::date and $3::date group by subject_id`,
    values: [groups.map((group) => group.id), firstDay, lastDay],
  });
  return new Map(rows.map((row) => [row.subject_id, row.count]));
};

const mustBeRight = (name: string, groups: readonly Group[], counts: ReadonlyMap<string, number>): void => {
  for (const group of groups) {
    const off = Math.abs((counts.get(group.id) ?? 0) / exactly(group) - 1);
    if (!(off <= mostWrong))
      throw new Error(`${name} counts ${counts.get(group.id)} viewers where ${exactly(group)} are`);
  }
};

const measure = async (size: RunSize): Promise<Measured[]> => {
  const server = await startHllPostgres();
  const db = openDb(server.url, { max: 1, statementMs: 120_000 });
  try {
    const app = uuidv7();
    const groups = makeGroups(scaled(100, size, 4));
    const few = groups.slice(0, Math.ceil(groups.length / 10));
    await fillOurs(db, server.url, app, groups);
    await fillHll(db, groups);
    await fillExact(db, few);
    const ours = (of: readonly Group[]) => () => countOurs(db, app, of);
    const hll = () => countBy(db, 'hll_viewers', 'public.hll_cardinality(public.hll_union_agg(viewers))', groups);
    const exact = () => countBy(db, 'viewing', 'count(distinct viewer)', few);
    mustBeRight('ours', groups, await ours(groups)());
    mustBeRight('hll', groups, await hll());
    mustBeRight('exact counting', few, await exact());
    const perTurn = scaled(10, size);
    const repeat = (query: () => Promise<unknown>, times: number) => () =>
      perSecond(times, async () => {
        for (let turn = 0; turn < times; turn += 1) await query();
      });
    const line = { unit: 'queries/s', floor: null, note: server.version };
    return [
      await alternate(
        {
          ...line,
          path: `unique viewers, ${days} days × ${groups.length} groups`,
          peer: 'hll in SQL, the same precision',
          goal: 0.5,
        },
        size,
        repeat(ours(groups), perTurn),
        repeat(hll, perTurn),
      ),
      await alternate(
        {
          ...line,
          path: `unique viewers, ${days} days × ${few.length} groups`,
          peer: `count(distinct) in SQL, ${seenEach} events of each viewer and day`,
          goal: 20,
        },
        size,
        repeat(ours(few), perTurn * 10),
        repeat(exact, 1),
      ),
    ];
  } finally {
    await db.pool.end();
    await server.stop();
  }
};

/**
 * Distinct viewers of groups over a month from stored daily sketches, against hll in SQL and against counting exactly.
 */
export const uniquesBenchmark: Benchmark = (size) =>
  orSkipped('unique viewers, 30 days × 100 groups', 'postgresql-15-hll', () => measure(size));
