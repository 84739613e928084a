import type pg from 'pg';
import { together } from '#kernel/db/transaction.ts';
import { packBytea } from '../../rollups/pack-bytea.ts';
import {
  type PeriodsOf,
  type RollupRow,
  readRollupsToUpdate,
  readStartedPeriods,
  writeRollups,
} from '../../rollups/rollup-rows.ts';
import { countEncoded, emptySketch, encodeSketch, withViewers } from '../../rollups/sketch.ts';
import { addToSpanCounts, type SpanAddition, spanAdditions } from '../../rollups/span-counts.ts';
import { counterColumns } from '../../tables.ts';
import { bigints, dates, ints, smallints, uuids } from '../binary-arrays.ts';
import type { Counter } from '../counter.ts';
import {
  addToDelta,
  type CountRow,
  type DeltaRow,
  deltaRows,
  emptyDelta,
  sketchPrecision,
  type ViewerRow,
  withCounts,
  withHashes,
} from './daily-delta.ts';

/** A row whose sketch has changed, and what it was before. */
interface SketchRow {
  row: DeltaRow;
  before: Buffer;
  sketch: Buffer;
}

const columns = (rows: readonly DeltaRow[]) => [
  uuids(rows.map((row) => row.app_id)),
  rows.map((row) => row.scope),
  uuids(rows.map((row) => row.subject_id)),
  dates(rows.map((row) => row.dayNumber)),
  smallints(rows.map((row) => row.lane)),
];

/** The sketches that a delta changes, merged with the stored ones. */
const changedSketches = async (on: pg.ClientBase, wanted: readonly ViewerRow[]): Promise<SketchRow[]> => {
  const { rows } = await on.query<{ place: number; sketch: Buffer }>({
    name: 'sketches-of-days',
    text: `select asked.place, held.sketch
             from unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[], $5::smallint[])
                  with ordinality as asked (app_id, scope, subject_id, day, lane, place)
            cross join lateral (select sketch from daily_viewers v
              where v.app_id = asked.app_id and v.scope = asked.scope and v.subject_id = asked.subject_id
                and v.day = asked.day and v.lane = asked.lane limit 1) as held`,
    values: columns(wanted),
  });
  const stored = new Map(rows.map(({ place, sketch }) => [place - 1, sketch]));
  return wanted.flatMap((row, index) => {
    const before = stored.get(index) ?? encodeSketch(emptySketch(sketchPrecision(row.scope)));
    const sketch = withViewers(before, row.hashes);
    return sketch ? [{ row, before, sketch }] : [];
  });
};

const stepsOf = counterColumns.length + 6;
const addCounts = `
  insert into daily_count (app_id, scope, subject_id, day, lane, ${counterColumns.join(', ')}, watch_steps)
  select app_id, scope, subject_id, day, lane, ${counterColumns.join(', ')}, steps::int[]
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[], $5::smallint[],
                ${counterColumns.map((_, index) => `$${index + 6}::bigint[]`).join(', ')}, $${stepsOf}::text[])
         as t (app_id, scope, subject_id, day, lane, ${counterColumns.join(', ')}, steps)
  on conflict (app_id, scope, subject_id, day, lane)
  do update set ${counterColumns.map((name) => `${name} = daily_count.${name} + excluded.${name}`).join(', ')},
                watch_steps = case
                  when excluded.watch_steps is null then daily_count.watch_steps
                  when daily_count.watch_steps is null then excluded.watch_steps
                  else (select array_agg(held + added order by step)
                          from unnest(daily_count.watch_steps, excluded.watch_steps) with ordinality as t (held, added, step))
                end`;

const writeCounts = async (on: pg.ClientBase, rows: readonly CountRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await on.query({
    name: 'add-counts',
    text: addCounts,
    values: [
      ...columns(rows),
      ...counterColumns.map((_, index) => bigints(rows.map((row) => row.values[index]!))),
      rows.map(({ steps }) => steps && `{${steps}}`),
    ],
  });
};

const writeSketches = async (on: pg.ClientBase, changed: readonly SketchRow[]): Promise<void> => {
  if (changed.length === 0) return;
  const { starts, lengths, bytes } = packBytea(changed.map(({ sketch }) => sketch));
  await on.query({
    name: 'write-sketches-of-days',
    text: `insert into daily_viewers (app_id, scope, subject_id, day, lane, viewers, sketch)
           select app_id, scope, subject_id, day, lane, viewers, substring($9::bytea from start for length)
             from unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[], $5::smallint[], $6::int[], $7::int[], $8::int[])
                  as t (app_id, scope, subject_id, day, lane, viewers, start, length)
           on conflict (app_id, scope, subject_id, day, lane)
           do update set viewers = excluded.viewers, sketch = excluded.sketch`,
    values: [
      ...columns(changed.map(({ row }) => row)),
      ints(changed.map(({ sketch }) => countEncoded(sketch))),
      ints(starts),
      ints(lengths),
      bytes,
    ],
  });
};

/** What rows add to periods that are over; few rows do, and only of those are the viewers counted. */
const lateAdditions = (rows: readonly DeltaRow[], changed: readonly SketchRow[], periodsOf: PeriodsOf) => {
  const isLate = ({ lane, day }: DeltaRow): boolean => periodsOf(lane, day).length > 0;
  return spanAdditions(
    [
      ...rows.filter(isLate).map((row) => ({ ...row, viewers: 0 })),
      ...changed
        .filter(({ row }) => isLate(row))
        .map(({ row, before, sketch }) => ({
          ...row,
          values: null,
          viewers: countEncoded(sketch) - countEncoded(before),
        })),
    ],
    periodsOf,
  );
};

/** Counts events and viewers of each subject's day, and adds late ones to the roll-ups of compacted periods. */
export const createDailyCounter = (): Counter => {
  const delta = emptyDelta();
  let rows: DeltaRow[] = [];
  let sketches: SketchRow[] = [];
  let rollups: RollupRow[] = [];
  let late: SpanAddition[] = [];
  return {
    add({ row, payload, lane }) {
      addToDelta(delta, lane, row.instance_id, payload);
    },
    async read(on) {
      rows = deltaRows(delta);
      const wanted = withHashes(rows);
      if (rows.length === 0) return;
      const started = readStartedPeriods(on, [...new Set(rows.map(({ lane }) => lane))]);
      const merged = started.then((periodsOf) => readRollupsToUpdate(on, wanted, periodsOf));
      [sketches, rollups] = await together([changedSketches(on, wanted), merged]);
      late = lateAdditions(rows, sketches, await started);
    },
    write: (on) =>
      together([
        writeCounts(on, withCounts(rows)),
        writeSketches(on, sketches),
        writeRollups(on, rollups),
        addToSpanCounts(on, late),
      ]),
  };
};
