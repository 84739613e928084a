import type pg from 'pg';
import { packed } from './packed.ts';
import { emptySketch, encodeSketch, mergeInto, reachPrecision, withViewers } from './sketch.ts';
import type { ViewerScope } from './tables.ts';

const dayMs = 86_400_000;
/** A span is merged when it has been over for an hour; what comes later is added to it. */
const restMs = 3_600_000;
const chunkRows = 2000;

export const spanKinds = ['month', 'week'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** A week (from Monday) or a month; `starts` and `ends` are its first and last day, `YYYY-MM-DD`. */
export interface Span {
  span: SpanKind;
  starts: string;
  ends: string;
}

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The week or month that a day lies in. */
export const spanOf = (span: SpanKind, day: string): Span => {
  const at = Date.parse(day);
  if (span === 'week') {
    const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs;
    return { span, starts: isoDay(monday), ends: isoDay(monday + 6 * dayMs) };
  }
  const date = new Date(at);
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return { span, starts: `${day.slice(0, 7)}-01`, ends: isoDay(next - dayMs) };
};

/** The spans that ended long enough before `now` and not before the day `oldest`, the youngest first. */
const endedSpans = (nowMs: number, oldest: string): Span[] => {
  const spans: Span[] = [];
  for (const span of spanKinds)
    for (let day = isoDay(nowMs); day >= oldest; ) {
      const one = spanOf(span, day);
      if (Date.parse(one.ends) + dayMs + restMs <= nowMs) spans.push(one);
      day = isoDay(Date.parse(one.starts) - dayMs);
    }
  return spans;
};

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

/** The spans of a flush's days that are merged, or being merged, with the flush's viewers in them. Late viewers are rare. */
export const readSpans = async (on: pg.ClientBase, added: readonly Addition[]): Promise<SpanRow[]> => {
  const reach = added.filter(({ scope }) => scope !== 'active');
  if (reach.length === 0) return [];
  const { rows: merged } = await on.query<{ key: string }>(
    `select span || ' ' || starts || ' ' || lane as key from span_lane where lane = any($1::smallint[])`,
    [[...new Set(reach.map(({ lane }) => lane))]],
  );
  if (merged.length === 0) return [];
  const known = new Set(merged.map(({ key }) => key));
  const wanted = new Map<string, SpanKey & { hashes: number[] }>();
  for (const { day, hashes, ...subject } of reach)
    for (const kind of spanKinds) {
      const { span, starts } = spanOf(kind, day);
      if (!known.has(`${span} ${starts} ${subject.lane}`)) continue;
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

/** The next days of a lane's subjects within a span, whole subjects only, after a subject in key order. */
const nextDays = async (on: pg.ClientBase, lane: number, { starts, ends }: Span, after: Subject | null) => {
  const { rows } = await on.query<DayRow>(
    `select app_id, scope, subject_id, sketch from daily_viewers
      where lane = $1 and day between $2::date and $3::date and scope <> 'active'
        and ($4::uuid is null or (app_id, scope, subject_id) > ($4::uuid, $5::text, $6::uuid))
      order by app_id, scope, subject_id limit $7`,
    [lane, starts, ends, after?.app_id ?? null, after?.scope ?? null, after?.subject_id ?? null, chunkRows],
  );
  if (rows.length < chunkRows) return { rows, last: null };
  // The last subject may go on beyond the chunk: it comes with the next one. A subject has at most 31 days in a span.
  const cut = rows.at(-1)!.subject_id;
  const whole = rows.filter((row) => row.subject_id !== cut);
  return { rows: whole, last: whole.at(-1)! };
};

const mergeChunk = async (
  on: pg.ClientBase,
  lane: number,
  span: Span,
  after: Subject | null,
): Promise<Subject | null> => {
  const { rows, last } = await nextDays(on, lane, span, after);
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
  return last;
};

/** Runs `work` while no flush of this lane can commit: flushes move the lane's checkpoint, which is held here. */
const besideFlushes = async <T>(on: pg.ClientBase, lane: number, work: () => Promise<T>): Promise<T> => {
  await on.query('begin');
  try {
    await on.query('select from telemetry_checkpoint where lane = $1 order by source for update', [lane]);
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

/**
 * Merges the days of one week or month that is over and not merged yet for this lane; false when there is none left.
 * In transactions of a chunk each; from its beginning on, flushes add late viewers to the span as well.
 */
export const mergeNextSpan = async (
  on: pg.ClientBase,
  lane: number,
  nowMs: number,
  oldest: string,
): Promise<boolean> => {
  const { rows } = await on.query<{ key: string }>(
    `select span || ' ' || starts as key from span_lane where lane = $1 and complete`,
    [lane],
  );
  const complete = new Set(rows.map(({ key }) => key));
  const span = endedSpans(nowMs, oldest).find((one) => !complete.has(`${one.span} ${one.starts}`));
  if (!span) return false;
  await besideFlushes(on, lane, () =>
    on.query('insert into span_lane values ($1, $2, $3, false) on conflict do nothing', [span.span, span.starts, lane]),
  );
  let after: Subject | null = null;
  do {
    const from: Subject | null = after;
    after = await besideFlushes(on, lane, () => mergeChunk(on, lane, span, from));
  } while (after);
  await on.query('update span_lane set complete = true where (span, starts, lane) = ($1, $2, $3)', [
    span.span,
    span.starts,
    lane,
  ]);
  return true;
};
