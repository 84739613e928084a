import type pg from 'pg';
import { countRows, type Delta, emptyDelta, foldBatch, keyOf, precisionOf, viewerRows } from './fold.ts';
import { packed } from './packed.ts';
import { countEncoded, emptySketch, encodeSketch, withViewers } from './sketch.ts';
import { readSpans, type SpanRow, writeSpans } from './spans.ts';
import { counters, type ViewerScope } from './tables.ts';
import type { Tally } from './tally.ts';

/** A stored sketch of a subject's day. */
interface SketchRow {
  app_id: string;
  scope: ViewerScope;
  subject_id: string;
  day: string;
  lane: number;
  sketch: Buffer;
}

const columns = (rows: readonly Omit<SketchRow, 'sketch'>[]) => [
  rows.map((row) => row.app_id),
  rows.map((row) => row.scope),
  rows.map((row) => row.subject_id),
  rows.map((row) => row.day),
  rows.map((row) => row.lane),
];

/** The sketches that a delta changes, merged with what is stored. */
const changedSketches = async (on: pg.ClientBase, wanted: ReturnType<typeof viewerRows>): Promise<SketchRow[]> => {
  const { rows } = await on.query<SketchRow>(
    `select app_id, scope, subject_id, day::text, lane, sketch from daily_viewers
      where (app_id, scope, subject_id, day, lane)
         in (select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[], $5::smallint[]))`,
    columns(wanted),
  );
  const stored = new Map(rows.map((row) => [keyOf(row), row.sketch]));
  return wanted.flatMap(({ hashes, ...subject }) => {
    const before = stored.get(keyOf(subject)) ?? encodeSketch(emptySketch(precisionOf(subject.scope)));
    const sketch = withViewers(before, hashes);
    return sketch ? [{ ...subject, sketch }] : [];
  });
};

const writeCounts = async (on: pg.ClientBase, delta: Delta): Promise<void> => {
  const rows = countRows(delta);
  if (rows.length === 0) return;
  const values = counters.map((_, place) => rows.map((row) => row.values[place]!));
  await on.query(
    `insert into daily_count (app_id, scope, subject_id, day, lane, ${counters.join(', ')})
     select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[], $5::smallint[],
                          ${counters.map((_, place) => `$${place + 6}::bigint[]`).join(', ')})
     on conflict (app_id, scope, subject_id, day, lane)
     do update set ${counters.map((name) => `${name} = daily_count.${name} + excluded.${name}`).join(', ')}`,
    [...columns(rows), ...values],
  );
};

const writeSketches = async (on: pg.ClientBase, rows: SketchRow[]): Promise<void> => {
  if (rows.length === 0) return;
  const { starts, lengths, bytes } = packed(rows.map(({ sketch }) => sketch));
  await on.query(
    `insert into daily_viewers (app_id, scope, subject_id, day, lane, viewers, sketch)
     select app_id, scope, subject_id, day, lane, viewers, substring($9::bytea from start for length)
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[], $5::smallint[], $6::int[], $7::int[], $8::int[])
            as t (app_id, scope, subject_id, day, lane, viewers, start, length)
     on conflict (app_id, scope, subject_id, day, lane)
     do update set viewers = excluded.viewers, sketch = excluded.sketch`,
    [...columns(rows), rows.map(({ sketch }) => countEncoded(sketch)), starts, lengths, bytes],
  );
};

/** Adds counters and viewers of each subject's day, and of the weeks and months that are merged already. */
export const createDaily = (): Tally => {
  const delta = emptyDelta();
  let sketches: SketchRow[] = [];
  let spans: SpanRow[] = [];
  return {
    add({ row, payload, lane }) {
      foldBatch(delta, lane, row.instance_id, payload);
    },
    async read(on) {
      const wanted = viewerRows(delta);
      if (wanted.length === 0) return;
      sketches = await changedSketches(on, wanted);
      spans = await readSpans(on, wanted);
    },
    async write(on) {
      await writeCounts(on, delta);
      await writeSketches(on, sketches);
      await writeSpans(on, spans);
    },
  };
};
