import type pg from 'pg';
import type { ViewerScope } from '../tables.ts';
import { packBytea } from './pack-bytea.ts';
import {
  calendarKinds,
  isRolling,
  type PeriodKind,
  periodContaining,
  periodStarting,
  type RollupPeriod,
} from './periods.ts';
import { emptySketch, encodeSketch, reachPrecision, withViewers } from './sketch.ts';

/** The sketch of a subject over a period, with the viewers of a batch added. */
export interface RollupRow {
  app_id: string;
  scope: ViewerScope;
  subject_id: string;
  span: PeriodKind;
  starts: string;
  lane: number;
  sketch: Buffer;
}
type RollupKey = Omit<RollupRow, 'sketch'>;
/** Viewers that a batch adds to a subject's day. */
interface AddedViewers {
  app_id: string;
  scope: ViewerScope;
  subject_id: string;
  day: string;
  lane: number;
  hashes: Iterable<number>;
}

const keyOf = ({ app_id, scope, subject_id, span, starts, lane }: RollupKey): string =>
  `${app_id} ${scope} ${subject_id} ${span} ${starts} ${lane}`;

const columns = (rows: readonly RollupKey[]) => [
  rows.map((row) => row.app_id),
  rows.map((row) => row.scope),
  rows.map((row) => row.subject_id),
  rows.map((row) => row.span),
  rows.map((row) => row.starts),
  rows.map((row) => row.lane),
];

/** A period as a map key. */
export const periodKey = ({ kind: span, starts }: Pick<RollupPeriod, 'kind' | 'starts'>): string => `${span} ${starts}`;

/** Finds the periods that contain a day: weeks and months, of which there are many, by key. */
const periodLookup = (periods: readonly RollupPeriod[]): ((day: string) => RollupPeriod[]) => {
  const keys = new Set(periods.map(periodKey));
  const rolling = periods.filter(({ kind }) => isRolling(kind));
  const known = new Map<string, RollupPeriod[]>();
  return (day) => {
    const found = known.get(day) ?? [
      ...calendarKinds.map((kind) => periodContaining(kind, day)).filter((one) => keys.has(periodKey(one))),
      ...rolling.filter(({ starts, ends }) => starts <= day && day <= ends),
    ];
    known.set(day, found);
    return found;
  };
};

/** The periods of a lane that contain a day. */
export type PeriodsOf = (lane: number, day: string) => readonly RollupPeriod[];

/** Reads the periods whose compaction has started in lanes. Cost: one small table. */
export const readStartedPeriods = async (on: pg.ClientBase, lanes: readonly number[]): Promise<PeriodsOf> => {
  const { rows } = await on.query<{ span: PeriodKind; starts: string; lane: number }>(
    'select span, starts::text, lane from span_lane where lane = any($1::smallint[])',
    [lanes],
  );
  const started = new Map<number, RollupPeriod[]>();
  for (const { span, starts, lane } of rows) {
    const held = started.get(lane);
    if (held) held.push(periodStarting(span, starts));
    else started.set(lane, [periodStarting(span, starts)]);
  }
  const periodsOf = new Map([...started].map(([lane, periods]) => [lane, periodLookup(periods)]));
  return (lane, day) => periodsOf.get(lane)?.(day) ?? [];
};

/**
 * The rollups of a batch's days that exist or are being compacted, with the batch's viewers added. Late viewers are
 * rare.
 */
export const readRollupsToUpdate = async (
  on: pg.ClientBase,
  added: readonly AddedViewers[],
  periodsOf: PeriodsOf,
): Promise<RollupRow[]> => {
  const reach = added.filter(({ scope }) => scope !== 'active');
  const additions = new Map<string, RollupKey & { hashes: number[] }>();
  for (const { day, hashes, ...subject } of reach)
    for (const { kind: span, starts } of periodsOf(subject.lane, day)) {
      const key = { ...subject, span, starts };
      const held = additions.get(keyOf(key));
      if (held) held.hashes.push(...hashes);
      else additions.set(keyOf(key), { ...key, hashes: [...hashes] });
    }
  if (additions.size === 0) return [];
  const keys = [...additions.values()];
  const { rows } = await on.query<RollupRow>(
    `select app_id, scope, subject_id, span, starts::text, lane, sketch from span_viewers
      where (app_id, scope, subject_id, span, starts, lane)
         in (select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::date[], $6::smallint[]))`,
    columns(keys),
  );
  const stored = new Map(rows.map((row) => [keyOf(row), row.sketch]));
  return keys
    .flatMap(({ hashes, ...key }) => {
      const before = stored.get(keyOf(key)) ?? encodeSketch(emptySketch(reachPrecision));
      const sketch = withViewers(before, hashes);
      return sketch ? [{ ...key, sketch }] : [];
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

/** Upserts the sketches of rollups. */
export const writeRollups = async (on: pg.ClientBase, rows: readonly RollupRow[]): Promise<void> => {
  if (rows.length === 0) return;
  const { starts, lengths, bytes } = packBytea(rows.map(({ sketch }) => sketch));
  await on.query(
    `insert into span_viewers (app_id, scope, subject_id, span, starts, lane, sketch)
     select app_id, scope, subject_id, span, starts, lane, substring($9::bytea from first for length)
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::date[], $6::smallint[], $7::int[], $8::int[])
            as t (app_id, scope, subject_id, span, starts, lane, first, length)
     on conflict (app_id, scope, subject_id, span, starts, lane) do update set sketch = excluded.sketch`,
    [...columns(rows), starts, lengths, bytes],
  );
};
