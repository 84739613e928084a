import { mostComponentsByDay } from '#contracts/stats/interactive-stats.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { DayRange } from '../day-range.ts';
import { type EntityRef, readComponentDays, type ValueRow } from './queries.ts';

type Answered = Pick<ValueRow, 'story_id' | 'component_id' | 'type'>;

/** The responses of a type to a component on each day of a range, null where they are not told. */
export type DaysOf = (row: Answered) => number[] | null;

/** Tells no days. */
export const noDays: DaysOf = () => null;

const keyOf = ({ story_id, component_id }: Pick<Answered, 'story_id' | 'component_id'>): string =>
  `${story_id}${component_id}`;

/** The most used components of some values, so that whatever was sent the days are a bounded number. */
const mostUsed = (values: readonly ValueRow[]): Answered[] => {
  const uses = new Map<string, { row: ValueRow; uses: number }>();
  for (const row of values) {
    const held = uses.get(keyOf(row)) ?? { row, uses: 0 };
    held.uses += row.answers;
    uses.set(keyOf(row), held);
  }
  return [...uses.values()]
    .sort((a, b) => b.uses - a.uses)
    .slice(0, mostComponentsByDay)
    .map(({ row }) => row);
};

/** Reads the days of the 300 most used components. Cost: that of `readComponentDays`, and components × types × days as numbers. */
export const readDaysOf = async (
  db: Db,
  stories: readonly EntityRef[],
  values: readonly ValueRow[],
  range: DayRange,
): Promise<DaysOf> => {
  const told = mostUsed(values);
  if (told.length === 0) return noDays;
  const rows = await readComponentDays(db, stories, told, range);
  const placeOf = new Map(range.days.map((day, place) => [day, place]));
  const found = new Map<string, number[]>();
  for (const { day, answers, ...row } of rows) {
    const key = `${row.type}${keyOf(row)}`;
    const days = found.get(key) ?? range.days.map(() => 0);
    days[placeOf.get(day)!] = answers;
    found.set(key, days);
  }
  return (row) => found.get(`${row.type}${keyOf(row)}`) ?? null;
};
