import type { Overview } from '#contracts/stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Choice } from './choose.ts';
import {
  clickRate,
  type Figures,
  oneDecimal,
  reachIn,
  readDailyReach,
  readFigures,
  sumOver,
  watchSeconds,
} from './figures.ts';
import type { Scope } from './tables.ts';
import { readGroups, readStories } from './things.ts';

const thingFigures = (figures: Figures | undefined, days: readonly string[]) => {
  const sum = sumOver([figures], days);
  const daily = days.reduce((all, day) => all + (figures?.daily.get(day) ?? 0), 0);
  return {
    avg_reach: oneDecimal(daily / days.length),
    total_reach: reachIn([figures], 0),
    impression: sum.impressions,
    click: sum.clicks,
    ctr: clickRate(sum),
  };
};

const previousOf = (figures: Figures | undefined, days: readonly string[]) => {
  const sum = sumOver([figures], days);
  return { prev_total_reach: reachIn([figures], 1), prev_impression: sum.impressions, prev_click: sum.clicks };
};

const dayFigures = (all: readonly Figures[], reach: (day: string) => number, day: string) => {
  const sum = sumOver(all, [day]);
  return {
    reach: reach(day),
    impression: sum.impressions,
    click: sum.clicks,
    avg_watch_length: watchSeconds(sum),
  };
};

const mean = (numbers: readonly number[]): number =>
  oneDecimal(numbers.reduce((all, one) => all + one, 0) / numbers.length);

/**
 * The overview of apps or of one instance. Daily active viewers are always the app's. Cost: stories × days of figures, and
 * (apps + groups) × days of both ranges; never the number of events.
 */
export const readOverview = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, apps, range, previous }: Choice,
): Promise<Overview> => {
  const { db, analytics, config } = kernel;
  const [groups, stories] = await Promise.all([
    readGroups(db, config.MEDIA_URL, filter),
    readStories(db, config.MEDIA_URL, filter),
  ]);
  const from = previous.days[0]!;
  const to = range.days.at(-1)!;
  const both = { from, ranges: [range.days, previous.days] };
  const alone = { from: range.days[0]!, ranges: [range.days] };
  const figuresOf = (scope: Scope, subjects: readonly string[], asked: typeof both) =>
    readFigures(analytics, { apps, scope, subjects, to, ...asked });
  const wholeOf = filter.instance_id
    ? { scope: 'instance' as const, subjects: [filter.instance_id] }
    : { scope: 'app' as const, subjects: apps };
  const [whole, reach, ofGroups, ofStories, active] = await Promise.all([
    figuresOf(wholeOf.scope, wholeOf.subjects, both),
    readDailyReach(analytics, { apps, ...wholeOf, from, to }),
    figuresOf(
      'group',
      groups.map((group) => group.id),
      both,
    ),
    figuresOf(
      'story',
      stories.map((story) => story.id),
      alone,
    ),
    readDailyReach(analytics, { apps, scope: 'active', subjects: apps, from, to }),
  ]);
  const all = [...whole.values()];
  const sum = sumOver(all, range.days);
  const before = sumOver(all, previous.days);
  const daily_stats = range.days.map((date, index) => {
    const versus_date = previous.days[index]!;
    return {
      date,
      dau: active(date),
      prev_dau: active(versus_date),
      versus_date,
      figures: dayFigures(all, reach, date),
      prev_figures: dayFigures(all, reach, versus_date),
    };
  });
  return {
    ts_start: range.ts_start,
    ts_end: range.ts_end,
    total_reach: reachIn(all, 0),
    prev_total_reach: reachIn(all, 1),
    impression: sum.impressions,
    prev_impression: before.impressions,
    click: sum.clicks,
    prev_click: before.clicks,
    avg_watch_length: watchSeconds(sum),
    prev_avg_watch_length: watchSeconds(before),
    avg_dau: mean(daily_stats.map((day) => day.dau)),
    prev_avg_dau: mean(daily_stats.map((day) => day.prev_dau)),
    daily_stats,
    story_groups: groups.map(({ id, title, icon, status, instance_id, ts_created }) => ({
      id,
      title,
      icon,
      status,
      instance_id,
      ts_created,
      ...thingFigures(ofGroups.get(id), range.days),
      ...previousOf(ofGroups.get(id), previous.days),
      stories: stories
        .filter((story) => story.story_group_id === id)
        .map((story) => ({
          id: story.id,
          title: story.title,
          thumbnail: story.thumbnail,
          status: story.status,
          ts_created: story.ts_created,
          ...thingFigures(ofStories.get(story.id), range.days),
        })),
    })),
  };
};
