import { compareSpans } from '#contracts/stats/like-with-like.ts';
import type { Overview } from '#contracts/stats/stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Scope } from '../../tables.ts';
import { readGroups, readStories } from '../entities.ts';
import {
  averageWatchSeconds,
  clickRate,
  type EntitySet,
  earliestDay,
  type MetricsQuery,
  oneDecimal,
  type RangeTotals,
  reachIn,
  readComparedTotals,
  readDailyReach,
  readFirstDays,
  readMetrics,
  readRangeTotals,
  type SubjectMetrics,
  sumCounters,
} from '../metrics.ts';
import type { QueryScope } from '../resolve-scope.ts';

/** The counts that are shown of groups and stories; more would only be summed. */
const shown = ['impressions', 'clicks'] as const;
type ShownTotals = RangeTotals<(typeof shown)[number]>;

const entityMetrics = ({ counts, reach, viewerDays }: ShownTotals, days: number) => ({
  avg_reach: oneDecimal(viewerDays / days),
  total_reach: reach,
  impression: counts.impressions,
  click: counts.clicks,
  ctr: clickRate(counts),
});

const totalsOf = ({ counts, reach }: ShownTotals) => ({
  total_reach: reach,
  impression: counts.impressions,
  click: counts.clicks,
});

const previousOf = ({ counts, reach }: ShownTotals) => ({
  prev_total_reach: reach,
  prev_impression: counts.impressions,
  prev_click: counts.clicks,
});

const dayMetrics = (all: readonly SubjectMetrics[], reach: (day: string) => number, day: string) => {
  const sum = sumCounters(all, [day]);
  return {
    reach: reach(day),
    impression: sum.impressions,
    click: sum.clicks,
    avg_watch_length: averageWatchSeconds(sum),
  };
};

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : oneDecimal(numbers.reduce((all, one) => all + one, 0) / numbers.length);

/**
 * The overview of apps or of instances. Daily active viewers are always the apps'. Cost: stories × days, and (apps +
 * groups) × days of both ranges, summed in Postgres; never the number of events.
 */
export const readOverview = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, apps, instances, range, previous, spans }: QueryScope,
): Promise<Overview> => {
  const { db, analytics, config } = kernel;
  const [groups, stories] = await Promise.all([
    readGroups(db, config.MEDIA_URL, filter),
    readStories(db, config.MEDIA_URL, filter),
  ]);
  const from = previous.days[0]!;
  const to = range.days.at(-1)!;
  const ofApps = apps.map((id) => ({ id, app_id: id }));
  const entities = instances ?? ofApps;
  const wholeOf: Omit<MetricsQuery<Scope>, 'from' | 'to'> = {
    apps,
    scope: instances ? 'instance' : 'app',
    subjects: entities.map(({ id }) => id),
  };
  const ofGroups: EntitySet = { scope: 'group', entities: groups };
  const ofStories: EntitySet = { scope: 'story', entities: stories };
  const [whole, reach, groupNow, groupBefore, storyNow, active, firstOfGroup, firstOfWhole, firstActive] =
    await Promise.all([
      readMetrics(analytics, {
        ...wholeOf,
        from,
        to,
        ranges:
          spans.now.length > 0 ? [range.days, previous.days, spans.now, spans.before] : [range.days, previous.days],
      }),
      readDailyReach(analytics, { ...wholeOf, from, to }),
      readRangeTotals(analytics, ofGroups, range.days, { viewerDays: true, names: shown }),
      readRangeTotals(analytics, ofGroups, previous.days, { names: shown }),
      readRangeTotals(analytics, ofStories, range.days, { viewerDays: true, names: shown }),
      readDailyReach(analytics, { apps, scope: 'active', subjects: apps, from, to }),
      readFirstDays(analytics, ofGroups),
      readFirstDays(analytics, { scope: wholeOf.scope, entities }),
      readFirstDays(analytics, { scope: 'active', entities: ofApps }),
    ]);
  const ofRange = { days: range.days, now: groupNow, before: groupBefore };
  const sides = await readComparedTotals(analytics, ofGroups, spans, ofRange, shown);
  const dau_first_day = earliestDay(apps.map(firstActive));
  const first_day = earliestDay([...wholeOf.subjects.map(firstOfWhole), instances ? null : dau_first_day]);
  const storiesOf = new Map<string, typeof stories>(groups.map(({ id }) => [id, []]));
  for (const story of stories) storiesOf.get(story.story_group_id)?.push(story);
  const all = [...whole.values()];
  const sum = sumCounters(all, range.days);
  const before = sumCounters(all, previous.days);
  const daily_stats = range.days.map((date, index) => {
    const versus_date = previous.days[index]!;
    return {
      date,
      dau: active(date),
      prev_dau: active(versus_date),
      versus_date,
      figures: dayMetrics(all, reach, date),
      prev_figures: dayMetrics(all, reach, versus_date),
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
    avg_watch_length: averageWatchSeconds(sum),
    prev_avg_watch_length: averageWatchSeconds(before),
    avg_dau: mean(daily_stats.map((day) => day.dau)),
    prev_avg_dau: mean(daily_stats.map((day) => day.prev_dau)),
    compared: compareSpans(spans, first_day, (side) => {
      const counts = sumCounters(all, spans[side]);
      return {
        total_reach: spans.now.length > 0 ? reachIn(all, side === 'now' ? 2 : 3) : 0,
        impression: counts.impressions,
        click: counts.clicks,
        avg_watch_length: averageWatchSeconds(counts),
        avg_dau: mean(spans[side].map(active)),
      };
    }),
    dau_first_day,
    daily_stats,
    story_groups: groups.map(({ id, title, icon, status, instance_id, ts_created }) => ({
      id,
      title,
      icon,
      status,
      instance_id,
      ts_created,
      ...entityMetrics(groupNow(id), range.days.length),
      ...previousOf(groupBefore(id)),
      compared: compareSpans(spans, firstOfGroup(id), (side) => totalsOf(sides[side](id))),
      stories: storiesOf.get(id)!.map((story) => ({
        id: story.id,
        title: story.title,
        thumbnail: story.thumbnail,
        designed: story.designed,
        status: story.status,
        ts_created: story.ts_created,
        ...entityMetrics(storyNow(story.id), range.days.length),
      })),
    })),
  };
};
