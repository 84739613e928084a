import type { Funnel } from '#contracts/stats/group-details.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { GroupRange } from '../group-range.ts';
import { readDailyCounts, readFirstDays } from '../metrics.ts';
import { type FirstStory, readFirstStories } from './first-stories.ts';

/** The first UTC day on which a group's cover was counted in the bar. Cost: the group's days up to that one. */
const readFirstCovers = async ({ pool }: Db, { id, app_id }: GroupRange['group']): Promise<string | null> => {
  const { rows } = await pool.query<{ day: string }>({
    name: 'figures-first-covers',
    text: `select day::text from daily_count
            where app_id = $1 and scope = 'group' and subject_id = $2 and covers > 0 order by day limit 1`,
    values: [app_id, id],
  });
  return rows[0]?.day ?? null;
};

/** Impressions of each day's first story. */
const readFirstImpressions = async (
  db: Db,
  { app_id }: GroupRange['group'],
  firsts: readonly FirstStory[],
): Promise<number> => {
  if (firsts.length === 0) return 0;
  const subjects = [...new Set(firsts.map(({ id }) => id))];
  const query = { apps: [app_id], scope: 'story' as const, subjects, from: firsts[0]!.day, to: firsts.at(-1)!.day };
  const wanted = new Set(firsts.map(({ id, day }) => `${id} ${day}`));
  const rows = await readDailyCounts(db, query, ['impressions']);
  return rows
    .filter(({ subject_id, day }) => wanted.has(`${subject_id} ${day}`))
    .reduce((sum, { impressions }) => sum + impressions, 0);
};

/** Consecutive days with the same first story, together. */
const inSpans = (firsts: readonly FirstStory[]): Funnel['first_stories'] => {
  const spans: Funnel['first_stories'] = [];
  for (const { id, title, day } of firsts) {
    const last = spans.at(-1);
    if (last?.id === id) Object.assign(last, { title, to: day });
    else spans.push({ id, title, from: day, to: day });
  }
  return spans;
};

/**
 * How many went each step from the bar to a click. Cost: what `readFirstStories` costs, and rows of numbers = days of the
 * group and of the stories that came first.
 */
export const readFunnel = async (
  { analytics, db, now }: Pick<Kernel, 'analytics' | 'db' | 'now'>,
  { group, range }: GroupRange,
): Promise<Funnel> => {
  const [from, to] = [range.days[0]!, range.days.at(-1)!];
  const query = { apps: [group.app_id], scope: 'group' as const, subjects: [group.id], from, to };
  const [counts, covers_first_day, firstDayOf, firsts] = await Promise.all([
    readDailyCounts(analytics, query, ['covers', 'opens', 'completes', 'clicks']),
    readFirstCovers(analytics, group),
    readFirstDays(analytics, { scope: 'group', entities: [group] }),
    readFirstStories(db, group.id, range.days, now()),
  ]);
  const sum = (name: 'covers' | 'opens' | 'completes' | 'clicks') => counts.reduce((all, row) => all + row[name], 0);
  const first_day = firstDayOf(group.id);
  // Covers of a part of the time would be compared with what was opened in all of it: apps begin to send them in mid-day.
  const begin = first_day !== null && first_day > from ? first_day : from;
  const whole = covers_first_day !== null && (covers_first_day < begin || covers_first_day === first_day);
  const known = new Set(firsts.map(({ day }) => day));
  const hasFirst = counts.every(({ day, opens }) => opens === 0 || known.has(day));
  return {
    first_day,
    covers: whole ? sum('covers') : null,
    covers_first_day,
    opens: sum('opens'),
    first_story: hasFirst ? await readFirstImpressions(analytics, group, firsts) : null,
    first_stories: inSpans(firsts),
    completes: sum('completes'),
    clicks: sum('clicks'),
  };
};
