import { compareSpans } from '#contracts/like-with-like.ts';
import type { Overview } from '#contracts/stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Scope } from '../../tables.ts';
import type { Choice } from '../choose.ts';
import {
  type Ask,
  clickRate,
  earliest,
  type Figures,
  oneDecimal,
  reachIn,
  readDailyReach,
  readFigures,
  readFirstDays,
  readSpans,
  readTotals,
  sumOver,
  type Things,
  type Total,
  watchSeconds,
} from '../figures.ts';
import { readGroups, readStories } from '../things.ts';

const thingFigures = ({ counts, reach, viewerDays }: Total, days: number) => ({
  avg_reach: oneDecimal(viewerDays / days),
  total_reach: reach,
  impression: counts.impressions,
  click: counts.clicks,
  ctr: clickRate(counts),
});

const totalsOf = ({ counts, reach }: Total) => ({
  total_reach: reach,
  impression: counts.impressions,
  click: counts.clicks,
});

const previousOf = ({ counts, reach }: Total) => ({
  prev_total_reach: reach,
  prev_impression: counts.impressions,
  prev_click: counts.clicks,
});

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
  numbers.length === 0 ? 0 : oneDecimal(numbers.reduce((all, one) => all + one, 0) / numbers.length);

/**
 * The overview of apps or of one instance. Daily active viewers are always the app's. Cost: stories × days of figures, and
 * (apps + groups) × days of both ranges, added up in Postgres; never the number of events.
 */
export const readOverview = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, apps, range, previous, spans }: Choice,
): Promise<Overview> => {
  const { db, analytics, config } = kernel;
  const [groups, stories] = await Promise.all([
    readGroups(db, config.MEDIA_URL, filter),
    readStories(db, config.MEDIA_URL, filter),
  ]);
  const from = previous.days[0]!;
  const to = range.days.at(-1)!;
  const wholeOf: Omit<Ask<Scope>, 'from' | 'to'> = filter.instance_id
    ? { apps, scope: 'instance', subjects: [filter.instance_id] }
    : { apps, scope: 'app', subjects: apps };
  // The first day of an instance asks with each app of the choice: a choice with an instance has one.
  const each = (ids: readonly string[]) => ids.map((id, at) => ({ id, app_id: apps[at]! }));
  const ofGroups: Things = { scope: 'group', things: groups };
  const ofStories: Things = { scope: 'story', things: stories };
  const [whole, reach, groupNow, groupBefore, storyNow, active, firstOfGroup, firstOfWhole, firstActive] =
    await Promise.all([
      readFigures(analytics, {
        ...wholeOf,
        from,
        to,
        ranges:
          spans.now.length > 0 ? [range.days, previous.days, spans.now, spans.before] : [range.days, previous.days],
      }),
      readDailyReach(analytics, { ...wholeOf, from, to }),
      readTotals(analytics, ofGroups, range.days, { viewerDays: true }),
      readTotals(analytics, ofGroups, previous.days),
      readTotals(analytics, ofStories, range.days, { viewerDays: true }),
      readDailyReach(analytics, { apps, scope: 'active', subjects: apps, from, to }),
      readFirstDays(analytics, ofGroups),
      readFirstDays(analytics, { scope: wholeOf.scope, things: each(wholeOf.subjects) }),
      readFirstDays(analytics, { scope: 'active', things: each(apps) }),
    ]);
  const sides = await readSpans(analytics, ofGroups, spans, { days: range.days, now: groupNow, before: groupBefore });
  const dau_first_day = earliest(apps.map(firstActive));
  const first_day = earliest([...wholeOf.subjects.map(firstOfWhole), filter.instance_id ? null : dau_first_day]);
  const storiesOf = new Map<string, typeof stories>(groups.map(({ id }) => [id, []]));
  for (const story of stories) storiesOf.get(story.story_group_id)?.push(story);
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
    compared: compareSpans(spans, first_day, (side) => {
      const counts = sumOver(all, spans[side]);
      return {
        total_reach: spans.now.length > 0 ? reachIn(all, side === 'now' ? 2 : 3) : 0,
        impression: counts.impressions,
        click: counts.clicks,
        avg_watch_length: watchSeconds(counts),
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
      ...thingFigures(groupNow(id), range.days.length),
      ...previousOf(groupBefore(id)),
      compared: compareSpans(spans, firstOfGroup(id), (side) => totalsOf(sides[side](id))),
      stories: storiesOf.get(id)!.map((story) => ({
        id: story.id,
        title: story.title,
        thumbnail: story.thumbnail,
        status: story.status,
        ts_created: story.ts_created,
        ...thingFigures(storyNow(story.id), range.days.length),
      })),
    })),
  };
};
