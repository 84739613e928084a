import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { sketchPrecision } from '../../count/counters/daily-delta.ts';
import { addDays } from '../../rollups/periods.ts';
import { planRange, readCompletePeriods } from '../../rollups/plan.ts';
import { countUnion } from '../../rollups/union.ts';
import type { Scope } from '../../tables.ts';
import { readOtherGroups } from '../entities.ts';
import { readDailyReach, readPlannedSketches } from '../metrics.ts';
import type { QueryScope } from '../resolve-scope.ts';

/** Sketches of one UTC day that are held at once; at most 3 KB each. */
const heldSketches = 5000;

/** The subjects whose sketches together have the viewers of the groups. */
interface Subjects {
  apps: readonly string[];
  scope: Scope;
  subjects: readonly string[];
}

/** Distinct viewers of some groups together: on a UTC day, and over a range of days. */
export interface GroupViewers {
  onDay(day: string): number;
  over(days: readonly string[]): number;
  /** Whether viewers of all groups were asked for, and deleted ones were seen as well. */
  lacksDeleted: boolean;
}

const keyOf = (days: readonly string[]): string => `${days[0]} ${days.at(-1)}`;

/** The days on which any of the groups was seen. Cost: one descent of the primary key for each group, rows = days. */
const readSeenDays = async (
  { pool }: Db,
  groups: readonly { id: string; app_id: string }[],
  days: readonly string[],
): Promise<Set<string>> => {
  if (groups.length === 0) return new Set();
  const { rows } = await pool.query<{ day: string }>({
    name: 'figures-seen-days',
    text: `select distinct t.day::text as day from unnest($1::uuid[], $2::uuid[]) as s (app_id, subject_id)
             join daily_viewers t on t.app_id = s.app_id and t.scope = 'group' and t.subject_id = s.subject_id
            where t.day = any($3::date[])`,
    values: [groups.map(({ app_id }) => app_id), groups.map(({ id }) => id), days],
  });
  return new Set(rows.map(({ day }) => day));
};

/** Consecutive days in pieces of at most `most`. */
const piecesOf = (days: readonly string[], most: number): string[][] => {
  const pieces: string[][] = [];
  for (const day of days) {
    const last = pieces.at(-1);
    if (last && last.length < most && addDays(last.at(-1)!, 1) === day) last.push(day);
    else pieces.push([day]);
  }
  return pieces;
};

/**
 * The viewers of groups together, each counted once, on each of `days` (in order) and over each of `ranges` within them.
 * An impression is of a group, so an app or an instance has just the viewers of its groups: where all of them are asked for,
 * its own sketches say the same as those of the groups, but on days on which a group was seen that is not asked for, as an
 * archived one is not. Cost: (apps or instances) × days as sketches; of a day or a range where that does not hold groups ×
 * (days, or periods and days of the plan), no more than 15 MB of days at once.
 */
export const readGroupViewers = async (
  { db, analytics }: Pick<Kernel, 'db' | 'analytics'>,
  { filter, apps, instances }: Pick<QueryScope, 'filter' | 'apps' | 'instances'>,
  groups: readonly { id: string; app_id: string }[],
  days: readonly string[],
  ranges: readonly (readonly string[])[],
): Promise<GroupViewers> => {
  const own: Subjects = {
    apps: [...new Set(groups.map(({ app_id }) => app_id))],
    scope: 'group',
    subjects: groups.map(({ id }) => id),
  };
  const whole: Subjects | null =
    filter.groups || filter.creator
      ? null
      : { apps, scope: instances ? 'instance' : 'app', subjects: instances?.map(({ id }) => id) ?? apps };
  const others = whole && (await readOtherGroups(db, filter, own.subjects));
  const seenElsewhere = others && (await readSeenDays(analytics, others, days));
  const isWhole = (day: string): boolean => seenElsewhere !== null && !seenElsewhere.has(day);

  const byDay = new Map<string, number>();
  const readDays = async (subjects: Subjects, piece: readonly string[]) => {
    const reach = await readDailyReach(analytics, { ...subjects, from: piece[0]!, to: piece.at(-1)! });
    for (const day of piece) byDay.set(day, reach(day));
  };
  const ofWhole = piecesOf(days.filter(isWhole), days.length);
  const ofGroups = piecesOf(
    days.filter((day) => !isWhole(day)),
    Math.max(1, Math.floor(heldSketches / Math.max(1, groups.length))),
  );
  // One after the other, so that no more than one piece is in memory.
  for (const piece of ofWhole) await readDays(whole!, piece);
  for (const piece of ofGroups) await readDays(own, piece);

  const complete = await readCompletePeriods(analytics);
  const byRange = new Map<string, number>();
  for (const range of ranges) {
    if (range.length === 0 || byRange.has(keyOf(range))) continue;
    const subjects = whole && range.every(isWhole) ? whole : own;
    const sketches = await readPlannedSketches(analytics, subjects, planRange(range, complete));
    byRange.set(
      keyOf(range),
      countUnion(
        sketchPrecision(subjects.scope),
        sketches.map(({ sketch }) => sketch),
      ),
    );
  }
  return {
    onDay: (day) => byDay.get(day) ?? 0,
    over: (range) => byRange.get(keyOf(range)) ?? 0,
    lacksDeleted: seenElsewhere !== null && seenElsewhere.size > 0,
  };
};
