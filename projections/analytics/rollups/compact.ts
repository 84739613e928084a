import type pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';
import { holdFigures } from '../count/process-batch.ts';
import {
  addDays,
  duePeriods,
  isRolling,
  type PeriodKind,
  periodDays,
  periodStarting,
  type RollupPeriod,
  rollingKinds,
} from './periods.ts';
import { planRange, type RollupPlan } from './plan.ts';
import { periodKey, writeRollups } from './rollup-rows.ts';
import { emptySketch, encodeSketch, mergeEncoded, reachPrecision } from './sketch.ts';
import { type SubjectKey, writeSpanCounts } from './span-counts.ts';

const chunkRows = 2000;
const chunkSubjects = 200;

interface DayRow extends SubjectKey {
  sketch: Buffer;
}

/** The compaction of a lane's period: the sketches to merge, and the starts of the periods of its kind to retain. */
interface Compaction {
  lane: number;
  period: RollupPeriod;
  plan: RollupPlan;
  retained: string[];
}

/** The last of so many subjects with counts after a subject in key order; null when there are fewer. */
const nextSubject = async (
  on: pg.ClientBase,
  { lane, period: { starts, ends } }: Compaction,
  after: SubjectKey | null,
): Promise<SubjectKey | null> => {
  const { rows } = await on.query<SubjectKey>(
    `select distinct app_id, scope, subject_id from daily_count
      where lane = $1 and day between $2::date and $3::date
        and ($4::uuid is null or (app_id, scope, subject_id) > ($4::uuid, $5::text, $6::uuid))
      order by app_id, scope, subject_id offset $7 limit 1`,
    [lane, starts, ends, after?.app_id ?? null, after?.scope ?? null, after?.subject_id ?? null, chunkSubjects - 1],
  );
  return rows[0] ?? null;
};

/** The next sketches of a lane's subjects within a period, whole subjects only, after a subject in key order. */
const nextSketches = async (on: pg.ClientBase, compaction: Compaction, after: SubjectKey | null) => {
  const { lane, plan } = compaction;
  const most = await nextSubject(on, compaction, after);
  const page = `and lane = $1 and ($2::uuid is null or (app_id, scope, subject_id) > ($2::uuid, $3::text, $4::uuid))
                and ($9::uuid is null or (app_id, scope, subject_id) <= ($9::uuid, $10::text, $11::uuid))
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
      plan.days,
      plan.periods.map(({ kind }) => kind),
      plan.periods.map(({ starts }) => starts),
      most?.app_id ?? null,
      most?.scope ?? null,
      most?.subject_id ?? null,
    ],
  );
  if (rows.length < chunkRows) return { rows, last: most };
  // The last subject may continue beyond the chunk: it comes with the next one. It has at most 31 sketches in a period.
  const cut = rows.at(-1)!.subject_id;
  const whole = rows.filter((row) => row.subject_id !== cut);
  return { rows: whole, last: whole.at(-1)! };
};

/** Deletes the rollups of older rolling periods of a range of subjects. */
const removeOldRollups = async (
  on: pg.ClientBase,
  { lane, period: { kind }, retained }: Compaction,
  after: SubjectKey | null,
  last: SubjectKey | null,
): Promise<void> => {
  if (!isRolling(kind)) return;
  const ofSubjects = [after, last].flatMap((one) => [one?.app_id, one?.scope, one?.subject_id]);
  for (const table of ['span_viewers', 'span_count'])
    await on.query(
      `delete from ${table} where span = $1 and lane = $2 and not starts = any($3::date[])
        and ($4::uuid is null or (app_id, scope, subject_id) > ($4::uuid, $5::text, $6::uuid))
        and ($7::uuid is null or (app_id, scope, subject_id) <= ($7::uuid, $8::text, $9::uuid))`,
      [kind, lane, retained, ...ofSubjects],
    );
};

const compactSubjects = async (
  on: pg.ClientBase,
  compaction: Compaction,
  after: SubjectKey | null,
): Promise<SubjectKey | null> => {
  const { rows, last } = await nextSketches(on, compaction, after);
  const { lane, period } = compaction;
  const subjects = new Map<string, { subject: SubjectKey; sketches: Buffer[] }>();
  for (const { sketch, ...subject } of rows) {
    const key = `${subject.app_id} ${subject.scope} ${subject.subject_id}`;
    const held = subjects.get(key);
    if (held) held.sketches.push(sketch);
    else subjects.set(key, { subject, sketches: [sketch] });
  }
  const merged = [...subjects.values()].map(({ subject, sketches }) => {
    const all = emptySketch(reachPrecision);
    for (const sketch of sketches) mergeEncoded(all, sketch);
    return { ...subject, span: period.kind, starts: period.starts, lane, sketch: encodeSketch(all) };
  });
  await writeRollups(on, merged);
  await writeSpanCounts(on, compaction, after, last);
  await removeOldRollups(on, compaction, after, last);
  return last;
};

/**
 * Runs `work` in a transaction that holds the lane's lock: batches move the lane's checkpoint, whose row is locked
 * here. The row is also written, so that a batch that read rollups before becomes a stale writer and does not put them
 * back.
 */
const withLaneLock = async <T>(on: pg.ClientBase, lane: number, work: () => Promise<T>): Promise<T> => {
  await on.query('begin');
  try {
    await on.query(holdFigures);
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

/**
 * The oldest day with counts of an app as a whole, `YYYY-MM-DD`; null without any. Days before it on which only stories
 * were counted are read one by one. Cost: two index descents for each app.
 */
export const oldestDay = async (on: pg.ClientBase): Promise<string | null> => {
  const { rows } = await on.query<{ day: string | null }>(
    `with recursive app as (
       (select app_id from daily_count order by app_id limit 1)
       union all
       select (select d.app_id from daily_count d where d.app_id > app.app_id order by d.app_id limit 1)
         from app where app.app_id is not null)
     select min(first.day)::text as day
       from app cross join lateral (
         select d.day from daily_count d where d.app_id = app.app_id and d.scope = 'app' and d.subject_id = app.app_id
          order by d.day limit 1) as first`,
  );
  return rows[0]!.day;
};

/** The next due compaction of a lane; null when all periods are complete. */
const nextCompaction = async (
  on: pg.ClientBase,
  lane: number,
  nowMs: EpochMs,
  oldest: string,
): Promise<Compaction | null> => {
  const { rows } = await on.query<{ span: PeriodKind; starts: string; complete: boolean }>(
    `select span, starts::text, complete from span_lane where lane = $1`,
    [lane],
  );
  const complete = rows.filter((row) => row.complete).map(({ span, starts }) => periodStarting(span, starts));
  const completeKeys = new Set(complete.map(periodKey));
  const period = duePeriods(nowMs, oldest).find((one) => !completeKeys.has(periodKey(one)));
  if (!period) return null;
  // Only rollups that nothing may delete meanwhile.
  const permanent = complete.filter((one) => !isRolling(one.kind));
  const retained = [...rows.filter((row) => row.span === period.kind).map(({ starts }) => starts), period.starts];
  return { lane, period, plan: planRange(periodDays(period), permanent), retained };
};

/**
 * Marks a period as started, and rolling ones older than the day before as no longer readable. Their sketches are
 * deleted by the next compaction, a day later: until then a query may be reading them.
 */
const markStarted = (on: pg.ClientBase, { lane, period: { kind, starts } }: Compaction): Promise<void> =>
  withLaneLock(on, lane, async () => {
    await on.query('insert into span_lane values ($1, $2, $3, false) on conflict do nothing', [kind, starts, lane]);
    await on.query('delete from span_lane where lane = $1 and span = $2 and span = any($3) and starts < $4', [
      lane,
      kind,
      rollingKinds,
      addDays(starts, -1),
    ]);
  });

/** An unfinished compaction, done up to and including the subject `after`. */
export interface CompactionProgress {
  compaction: Compaction;
  after: SubjectKey | null;
}

/**
 * Starts the compaction of the lane's next due period; null when there is none. From now on, batches add late viewers
 * to its rollups as well.
 */
export const startCompaction = async (
  on: pg.ClientBase,
  lane: number,
  nowMs: EpochMs,
  oldest: string,
): Promise<CompactionProgress | null> => {
  const compaction = await nextCompaction(on, lane, nowMs, oldest);
  if (!compaction) return null;
  await markStarted(on, compaction);
  return { compaction, after: null };
};

/** Compacts the next subjects in a transaction; null when the period is complete. */
export const compactChunk = async (
  on: pg.ClientBase,
  { compaction, after }: CompactionProgress,
): Promise<CompactionProgress | null> => {
  const { lane, period } = compaction;
  const last = await withLaneLock(on, lane, () => compactSubjects(on, compaction, after));
  if (last) return { compaction, after: last };
  await on.query('update span_lane set complete = true where (span, starts, lane) = ($1, $2, $3)', [
    period.kind,
    period.starts,
    lane,
  ]);
  return null;
};

/** Compacts the lane's next due period from start to end; false when there is none left. */
export const compactNextPeriod = async (
  on: pg.ClientBase,
  lane: number,
  nowMs: EpochMs,
  oldest: string,
): Promise<boolean> => {
  let progress = await startCompaction(on, lane, nowMs, oldest);
  const started = progress !== null;
  while (progress) progress = await compactChunk(on, progress);
  return started;
};
