import { z } from 'zod';
import { id, queryFlag, queryIds, querySeconds, unixSeconds } from '../api/ids.ts';

/**
 * The range and filter of the figures; seconds are widened to whole UTC days, both included. Of apps, instances and
 * groups up to 50 are named, which have to belong to each other.
 */
export const statsQuery = z.strictObject({
  app_id: queryIds.optional(),
  instance_id: queryIds.optional(),
  story_group_id: queryIds.optional(),
  ts_start: querySeconds.optional(),
  ts_end: querySeconds.optional(),
});

/**
 * The same with what the range is compared with: as many days from that of `ts_versus` on, without it those that end the
 * day before the range starts.
 */
export const comparedQuery = statsQuery.extend({ ts_versus: querySeconds.optional() });
export type StatsQuery = z.infer<typeof comparedQuery>;

const count = z.int();
const seconds = z.number();
const fraction = z.number();

/** Figures of one group over a range. */
const groupStats = z.object({
  reach: count,
  total_impression: count,
  total_click: count,
  total_open: count,
  total_skipped: count,
  share_count: count,
  total_complete: count,
  nexts: count,
  prevs: count,
  closed: count,
  average_watch_length: seconds,
  ctr: fraction,
});
export type GroupStats = z.infer<typeof groupStats>;

/** Figures of one story over a range. */
const storyStats = z.object({
  reach: count,
  impression: count,
  click: count,
  total_skipped: count,
  share_count: count,
  completed: count,
  nexts: count,
  prevs: count,
  closed: count,
  average_watch_length: seconds,
  ctr: fraction,
});
export type StoryStats = z.infer<typeof storyStats>;

/**
 * What a change compares: `now` and `before` are figures of equally many whole UTC days, the day that is not over left out on
 * both sides. `before` is null where none of the days is over, or where the earlier ones begin before `first_day`, the first
 * with data (null: none).
 */
const compared = <Shape extends z.ZodType>(figures: Shape) =>
  z.object({ days: count, first_day: z.string().nullable(), now: figures, before: figures.nullable() });

/** Figures of one UTC day. */
const daily = z.object({
  date: z.string(),
  reach: count,
  impression: count,
  click: count,
  open: count,
  completed: count,
  average_watch_length: seconds,
});
export type DailyStats = z.infer<typeof daily>;

/** The query of GET /story_group/n/stats; without `days` each row's `daily` is empty. */
export const groupRowsQuery = comparedQuery.extend({ days: queryFlag.optional() });

/** A row of GET /story_group/n/stats. `daily` has a point for each UTC day of the range; `previous` is the range before it. */
export const groupStatsRow = z.object({
  id,
  title: z.string(),
  icon: z.string(),
  status: z.int(),
  instance_id: id,
  app_id: id,
  stats: groupStats,
  previous: groupStats,
  compared: compared(groupStats),
  daily: z.array(daily),
});
export type GroupStatsRow = z.infer<typeof groupStatsRow>;

/**
 * GET /story_group/n/stats/totals: all groups of a query together, of which a viewer of several counts once. `daily` and
 * `previous_daily` have a point for each UTC day of the range and of the one before it. `lacks_deleted`: groups that are
 * deleted, and so in none of these figures, were seen on those days.
 */
export const groupTotals = z.object({
  groups: count,
  lacks_deleted: z.boolean(),
  stats: groupStats,
  previous: groupStats,
  compared: compared(groupStats),
  daily: z.array(daily),
  previous_daily: z.array(daily),
});
export type GroupTotals = z.infer<typeof groupTotals>;

/** A row of GET /story/stats. */
export const storyStatsRow = z.object({
  id,
  title: z.string(),
  type: z.int(),
  status: z.int(),
  story_group_id: id,
  stats: storyStats,
});
export type StoryStatsRow = z.infer<typeof storyStatsRow>;

const overviewStory = z.object({
  id,
  title: z.string(),
  thumbnail: z.string(),
  /** Whether it has a design, which GET /story/designs answers. */
  designed: z.boolean(),
  status: z.int(),
  ts_created: unixSeconds,
  avg_reach: z.number(),
  total_reach: count,
  impression: count,
  click: count,
  ctr: fraction,
});

const totals = z.object({ total_reach: count, impression: count, click: count });

const dayFigures = z.object({ reach: count, impression: count, click: count, avg_watch_length: seconds });

/** GET /n/analytics/overview. `figures` are those of the day, `prev_figures` those of `versus_date`; `dau_first_day` is the first day with daily users. */
export const overview = z.object({
  ts_start: unixSeconds,
  ts_end: unixSeconds,
  total_reach: count,
  prev_total_reach: count,
  impression: count,
  prev_impression: count,
  click: count,
  prev_click: count,
  avg_watch_length: seconds,
  prev_avg_watch_length: seconds,
  avg_dau: z.number(),
  prev_avg_dau: z.number(),
  compared: compared(totals.extend({ avg_watch_length: seconds, avg_dau: z.number() })),
  dau_first_day: z.string().nullable(),
  daily_stats: z.array(
    z.object({
      date: z.string(),
      dau: count,
      prev_dau: count,
      versus_date: z.string(),
      figures: dayFigures,
      prev_figures: dayFigures,
    }),
  ),
  story_groups: z.array(
    z.object({
      id,
      title: z.string(),
      icon: z.string(),
      status: z.int(),
      instance_id: id,
      ts_created: unixSeconds,
      avg_reach: z.number(),
      total_reach: count,
      prev_total_reach: count,
      impression: count,
      prev_impression: count,
      click: count,
      prev_click: count,
      compared: compared(totals),
      ctr: fraction,
      stories: z.array(overviewStory),
    }),
  ),
});
export type Overview = z.infer<typeof overview>;
