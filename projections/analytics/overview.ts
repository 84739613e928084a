import type { Overview } from '#contracts/stats.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Choice } from './choose.ts';
import {
  clickRate,
  type Figures,
  oneDecimal,
  reachOver,
  readFigures,
  readSketches,
  sumOver,
  watchSeconds,
} from './figures.ts';
import { precisionOf } from './fold.ts';
import { countTogether } from './sketch.ts';
import type { Scope } from './tables.ts';
import { readGroups, readStories } from './things.ts';

/** Distinct viewers with any event on each UTC day; with several apps, of all of them together. Cost: apps × days, 12 KB each. */
const activeViewers = async (db: Db, apps: readonly string[], from: string, to: string) => {
  const days = new Map<string, Buffer[]>();
  for (const { day, sketch } of await readSketches(db, { apps, scope: 'active', subjects: apps, from, to }))
    days.set(day, [...(days.get(day) ?? []), sketch]);
  return (day: string): number => countTogether(precisionOf('active'), days.get(day) ?? []);
};

const thingFigures = (figures: Figures | undefined, days: readonly string[]) => {
  const sum = sumOver([figures], days);
  const daily = days.map((day) => reachOver([figures], [day])).reduce((all, one) => all + one, 0);
  return {
    avg_reach: oneDecimal(daily / days.length),
    total_reach: reachOver([figures], days),
    impression: sum.impressions,
    click: sum.clicks,
    ctr: clickRate(sum),
  };
};

const previousOf = (figures: Figures | undefined, days: readonly string[]) => {
  const sum = sumOver([figures], days);
  return { prev_total_reach: reachOver([figures], days), prev_impression: sum.impressions, prev_click: sum.clicks };
};

const dayFigures = (all: readonly Figures[], day: string) => {
  const sum = sumOver(all, [day]);
  return {
    reach: reachOver(all, [day]),
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
  const figuresOf = (scope: Scope, subjects: readonly string[], since = range.days[0]!) =>
    readFigures(analytics, { apps, scope, subjects, from: since, to });
  const [whole, ofGroups, ofStories, active] = await Promise.all([
    filter.instance_id ? figuresOf('instance', [filter.instance_id], from) : figuresOf('app', apps, from),
    figuresOf(
      'group',
      groups.map((group) => group.id),
      from,
    ),
    figuresOf(
      'story',
      stories.map((story) => story.id),
    ),
    activeViewers(analytics, apps, from, to),
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
      figures: dayFigures(all, date),
      prev_figures: dayFigures(all, versus_date),
    };
  });
  return {
    ts_start: range.ts_start,
    ts_end: range.ts_end,
    total_reach: reachOver(all, range.days),
    prev_total_reach: reachOver(all, previous.days),
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
