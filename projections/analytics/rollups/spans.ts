import type pg from 'pg';
import type { ViewerScope } from '../tables.ts';
import { type Cover, chooseCover } from './cover.ts';
import { packed } from './packed.ts';
import { emptySketch, encodeSketch, mergeInto, reachPrecision, withViewers } from './sketch.ts';
import {
  calendarKinds,
  dayAfter,
  daysOf,
  endedSpans,
  isRolling,
  rollingKinds,
  type Span,
  type SpanKind,
  spanFrom,
  spanOf,
} from './span-kinds.ts';

const chunkRows = 2000;

/** A span's sketch with what a flush adds to it. */
export interface SpanRow {
  app_id: string;
  scope: ViewerScope;
  subject_id: string;
  span: SpanKind;
  starts: string;
  lane: number;
  sketch: Buffer;
}
type SpanKey = Omit<SpanRow, 'sketch'>;
interface Addition {
  app_id: string;
  scope: ViewerScope;
  subject_id: string;
  day: string;
  lane: number;
  hashes: Iterable<number>;
}

const keyOf = ({ app_id, scope, subject_id, span, starts, lane }: SpanKey): string =>
  `${app_id} ${scope} ${subject_id} ${span} ${starts} ${lane}`;

const columns = (rows: readonly SpanKey[]) => [
  rows.map((row) => row.app_id),
  rows.map((row) => row.scope),
  rows.map((row) => row.subject_id),
  rows.map((row) => row.span),
  rows.map((row) => row.starts),
  rows.map((row) => row.lane),
];

const nameOf = ({ span, starts }: Pick<Span, 'span' | 'starts'>): string => `${span} ${starts}`;

/** The spans that each of some lanes has merged or begun to merge. */
const readBegun = async (on: pg.ClientBase, lanes: readonly number[]): Promise<Map<number, Span[]>> => {
  const { rows } = await on.query<{ span: SpanKind; starts: string; lane: number }>(
    'select span, starts::text, lane from span_lane where lane = any($1::smallint[])',
    [lanes],
  );
  const begun = new Map<number, Span[]>();
  for (const { span, starts, lane } of rows) {
    const held = begun.get(lane);
    if (held) held.push(spanFrom(span, starts));
    else begun.set(lane, [spanFrom(span, starts)]);
  }
  return begun;
};

/** Answers, for a day, which of some spans hold it: weeks and months, of which there are many, by name. */
const holding = (spans: readonly Span[]): ((day: string) => Span[]) => {
  const names = new Set(spans.map(nameOf));
  const rolling = spans.filter(({ span }) => isRolling(span));
  const known = new Map<string, Span[]>();
  return (day) => {
    const found = known.get(day) ?? [
      ...calendarKinds.map((kind) => spanOf(kind, day)).filter((one) => names.has(nameOf(one))),
      ...rolling.filter(({ starts, ends }) => starts <= day && day <= ends),
    ];
    known.set(day, found);
    return found;
  };
};

/** The spans of a flush's days that are merged, or being merged, with the flush's viewers in them. Late viewers are rare. */
export const readSpans = async (on: pg.ClientBase, added: readonly Addition[]): Promise<SpanRow[]> => {
  const reach = added.filter(({ scope }) => scope !== 'active');
  if (reach.length === 0) return [];
  const begun = await readBegun(on, [...new Set(reach.map(({ lane }) => lane))]);
  if (begun.size === 0) return [];
  const spansOf = new Map([...begun].map(([lane, spans]) => [lane, holding(spans)]));
  const wanted = new Map<string, SpanKey & { hashes: number[] }>();
  for (const { day, hashes, ...subject } of reach)
    for (const { span, starts } of spansOf.get(subject.lane)?.(day) ?? []) {
      const key = { ...subject, span, starts };
      const held = wanted.get(keyOf(key));
      if (held) held.hashes.push(...hashes);
      else wanted.set(keyOf(key), { ...key, hashes: [...hashes] });
    }
  if (wanted.size === 0) return [];
  const asked = [...wanted.values()];
  const { rows } = await on.query<SpanRow>(
    `select app_id, scope, subject_id, span, starts::text, lane, sketch from span_viewers
      where (app_id, scope, subject_id, span, starts, lane)
         in (select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::date[], $6::smallint[]))`,
    columns(asked),
  );
  const stored = new Map(rows.map((row) => [keyOf(row), row.sketch]));
  return asked
    .flatMap(({ hashes, ...key }) => {
      const before = stored.get(keyOf(key)) ?? encodeSketch(emptySketch(reachPrecision));
      const sketch = withViewers(before, hashes);
      return sketch ? [{ ...key, sketch }] : [];
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

/** Writes sketches of spans over those that are stored. */
export const writeSpans = async (on: pg.ClientBase, rows: readonly SpanRow[]): Promise<void> => {
  if (rows.length === 0) return;
  const { starts, lengths, bytes } = packed(rows.map(({ sketch }) => sketch));
  await on.query(
    `insert into span_viewers (app_id, scope, subject_id, span, starts, lane, sketch)
     select app_id, scope, subject_id, span, starts, lane, substring($9::bytea from first for length)
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::date[], $6::smallint[], $7::int[], $8::int[])
            as t (app_id, scope, subject_id, span, starts, lane, first, length)
     on conflict (app_id, scope, subject_id, span, starts, lane) do update set sketch = excluded.sketch`,
    [...columns(rows), starts, lengths, bytes],
  );
};

interface DayRow {
  app_id: string;
  scope: ViewerScope;
  subject_id: string;
  sketch: Buffer;
}
type Subject = Omit<DayRow, 'sketch'>;

/** What a lane merges: a span, what it is put together from, and the older spans of its kind that are still read. */
interface Merging {
  lane: number;
  span: Span;
  cover: Cover;
  kept: string[];
}

/** The next sketches of a lane's subjects within a span, whole subjects only, after a subject in key order. */
const nextSketches = async (on: pg.ClientBase, { lane, cover }: Merging, after: Subject | null) => {
  const page = `and lane = $1 and ($2::uuid is null or (app_id, scope, subject_id) > ($2::uuid, $3::text, $4::uuid))
                order by app_id, scope, subject_id limit $5`;
  const { rows } = await on.query<DayRow>(
    `select * from (
       (select app_id, scope, subject_id, sketch from daily_viewers
         where day = any($6::date[]) and scope <> 'active' ${page})
       union all
       (select app_id, scope, subject_id, sketch from span_viewers
         where (span, starts) in (select * from unnest($7::text[], $8::date[])) ${page})) as either
      order by app_id, scope, subject_id limit $5`,
    [
      lane,
      after?.app_id ?? null,
      after?.scope ?? null,
      after?.subject_id ?? null,
      chunkRows,
      cover.days,
      cover.spans.map(({ span }) => span),
      cover.spans.map(({ starts }) => starts),
    ],
  );
  if (rows.length < chunkRows) return { rows, last: null };
  // The last subject may go on beyond the chunk: it comes with the next one. A subject has at most 31 sketches in a span.
  const cut = rows.at(-1)!.subject_id;
  const whole = rows.filter((row) => row.subject_id !== cut);
  return { rows: whole, last: whole.at(-1)! };
};

/** Removes what is left of older rolling spans of a stretch of subjects. */
const removeOlder = async (
  on: pg.ClientBase,
  { lane, span: { span }, kept }: Merging,
  after: Subject | null,
  last: Subject | null,
): Promise<void> => {
  if (!isRolling(span)) return;
  await on.query(
    `delete from span_viewers where span = $1 and lane = $2 and not starts = any($3::date[])
        and ($4::uuid is null or (app_id, scope, subject_id) > ($4::uuid, $5::text, $6::uuid))
        and ($7::uuid is null or (app_id, scope, subject_id) <= ($7::uuid, $8::text, $9::uuid))`,
    [span, lane, kept, ...[after, last].flatMap((one) => [one?.app_id, one?.scope, one?.subject_id])],
  );
};

const mergeSubjects = async (on: pg.ClientBase, merging: Merging, after: Subject | null): Promise<Subject | null> => {
  const { rows, last } = await nextSketches(on, merging, after);
  const { lane, span } = merging;
  const subjects = new Map<string, { subject: Subject; sketches: Buffer[] }>();
  for (const { sketch, ...subject } of rows) {
    const key = `${subject.app_id} ${subject.scope} ${subject.subject_id}`;
    const held = subjects.get(key);
    if (held) held.sketches.push(sketch);
    else subjects.set(key, { subject, sketches: [sketch] });
  }
  const merged = [...subjects.values()].map(({ subject, sketches }) => {
    const all = emptySketch(reachPrecision);
    for (const sketch of sketches) mergeInto(all, sketch);
    return { ...subject, span: span.span, starts: span.starts, lane, sketch: encodeSketch(all) };
  });
  await writeSpans(on, merged);
  await removeOlder(on, merging, after, last);
  return last;
};

/**
 * Runs `work` while no flush of this lane can commit: flushes move the lane's checkpoint, which is held here. Its row is
 * written as well, so that a flush that read spans before is overtaken and does not put back what it read.
 */
const besideFlushes = async <T>(on: pg.ClientBase, lane: number, work: () => Promise<T>): Promise<T> => {
  await on.query('begin');
  try {
    await on.query('select from telemetry_checkpoint where lane = $1 order by source for update', [lane]);
    await on.query('update telemetry_checkpoint set position = position where lane = $1', [lane]);
    const result = await work();
    await on.query('commit');
    return result;
  } catch (error) {
    await on.query('rollback').catch(() => {});
    throw error;
  }
};

/** The oldest day with figures, `YYYY-MM-DD`; null without any. Cost: one scan of the daily counters. */
export const oldestDay = async (on: pg.ClientBase): Promise<string | null> => {
  const { rows } = await on.query<{ day: string | null }>('select min(day)::text as day from daily_count');
  return rows[0]!.day;
};

/** The span of a lane that is due next, with what there is to merge it from; null when all are merged. */
const nextMerging = async (on: pg.ClientBase, lane: number, nowMs: number, oldest: string): Promise<Merging | null> => {
  const { rows } = await on.query<{ span: SpanKind; starts: string; complete: boolean }>(
    `select span, starts::text, complete from span_lane where lane = $1`,
    [lane],
  );
  const complete = rows.filter((row) => row.complete).map(({ span, starts }) => spanFrom(span, starts));
  const names = new Set(complete.map(nameOf));
  const span = endedSpans(nowMs, oldest).find((one) => !names.has(nameOf(one)));
  if (!span) return null;
  // Nothing that may be removed meanwhile.
  const lasting = complete.filter((one) => !isRolling(one.span));
  const kept = [...rows.filter((row) => row.span === span.span).map(({ starts }) => starts), span.starts];
  return { lane, span, cover: chooseCover(daysOf(span), lasting), kept };
};

/**
 * Says that a span is being merged, and that rolling ones older than the day before are not to be read any more. Their
 * sketches go with the next merge, a day later: until then somebody may be reading them.
 */
const begin = (on: pg.ClientBase, { lane, span: { span, starts } }: Merging): Promise<void> =>
  besideFlushes(on, lane, async () => {
    await on.query('insert into span_lane values ($1, $2, $3, false) on conflict do nothing', [span, starts, lane]);
    await on.query('delete from span_lane where lane = $1 and span = $2 and span = any($3) and starts < $4', [
      lane,
      span,
      rollingKinds,
      dayAfter(starts, -1),
    ]);
  });

/** A span of a lane in the middle of being merged, up to and with the subject `after`. */
export interface Merge {
  merging: Merging;
  after: Subject | null;
}

/**
 * Begins to merge the days of the next span that is over and not merged yet for this lane; null when there is none. From
 * now on, flushes add late viewers to the span as well.
 */
export const beginMerge = async (
  on: pg.ClientBase,
  lane: number,
  nowMs: number,
  oldest: string,
): Promise<Merge | null> => {
  const merging = await nextMerging(on, lane, nowMs, oldest);
  if (!merging) return null;
  await begin(on, merging);
  return { merging, after: null };
};

/** Merges the next subjects in a transaction; null when the span is complete. */
export const mergeChunk = async (on: pg.ClientBase, { merging, after }: Merge): Promise<Merge | null> => {
  const { lane, span } = merging;
  const last = await besideFlushes(on, lane, () => mergeSubjects(on, merging, after));
  if (last) return { merging, after: last };
  await on.query('update span_lane set complete = true where (span, starts, lane) = ($1, $2, $3)', [
    span.span,
    span.starts,
    lane,
  ]);
  return null;
};

/** Merges one span that is over and not merged yet for this lane, from begin to end; false when there is none left. */
export const mergeNextSpan = async (
  on: pg.ClientBase,
  lane: number,
  nowMs: number,
  oldest: string,
): Promise<boolean> => {
  let merge = await beginMerge(on, lane, nowMs, oldest);
  const begun = merge !== null;
  while (merge) merge = await mergeChunk(on, merge);
  return begun;
};
