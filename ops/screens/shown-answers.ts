import type { Page, Route } from 'playwright-core';
import type {
  ComponentStats,
  DailyResponses,
  GroupInteractiveRow,
  InteractiveStats,
  InteractiveTotals,
  ResponseType,
} from '#contracts/stats/interactive-stats.ts';

/** How often each kind of answer is given in the pictures, for every hundred components that are seen. */
const perHundred: Record<ResponseType, number> = {
  reaction_clicked: 21,
  poll_selected: 14,
  quiz_answered: 9,
  rating_submitted: 6,
  countdown_reminder_set: 4,
  countdown_reminder_removed: 1,
  product_tag_clicked: 11,
};
const types = Object.keys(perHundred) as ResponseType[];

const byType = <Value>(value: (type: ResponseType) => Value) =>
  Object.fromEntries(types.map((type) => [type, value(type)])) as Record<ResponseType, Value>;

const statsOf = (seen: number): InteractiveStats => ({
  component_impression: { response_count: seen },
  ...byType((type) => {
    const response_count = Math.round((seen * perHundred[type]) / 100);
    const responders = type === 'product_tag_clicked' ? null : Math.round(response_count * 0.84);
    return { response_count, responders };
  }),
});

const daysOf = (days: readonly DailyResponses[], seen: number): DailyResponses[] =>
  days.map(({ date }, at) => {
    const count = Math.round(seen * (1 + Math.sin(at * 1.7) / 4));
    return {
      date,
      component_impression: count,
      ...byType((type) => Math.round((count * perHundred[type]) / 100)),
    };
  });

const answersOf = (
  seen: number,
): [type: ResponseType, id: string, values: Record<string, number>, others: number][] => [
  ['reaction_clicked', 'reaction-1', { '😍': seen * 0.12, '🔥': seen * 0.07, '😮': seen * 0.02 }, 0],
  ['poll_selected', 'poll-1', { A: seen * 0.04, B: seen * 0.1 }, 0],
  ['quiz_answered', 'quiz-1', { A: seen * 0.02, B: seen * 0.05, C: seen * 0.02 }, seen * 0.004],
  ['rating_submitted', 'rating-1', { 5: seen * 0.03, 4: seen * 0.02, 2: seen * 0.01 }, 0],
];

const componentsOf = (stories: readonly string[], days: number): ComponentStats[] =>
  stories.slice(0, 2).flatMap((story_id, place) => {
    const seen = 1800 - place * 700;
    return answersOf(seen)
      .slice(place * 2, place * 2 + 2)
      .map(([type, component_id, given, left]) => {
        const values = Object.entries(given).map(([value, count]) => ({ value, count: Math.round(count), share: 0 }));
        const others = Math.round(left);
        const response_count = values.reduce((sum, { count }) => sum + count, others);
        const average = type === 'rating_submitted' ? 4.17 : null;
        const daily = Array.from({ length: days }, (_, at) =>
          Math.round((response_count / days) * (1 + Math.sin(at) / 3)),
        );
        const responders = Math.round(response_count * 0.84);
        return {
          ...{ component_id, story_id, impressions: seen },
          responses: [{ type, response_count, responders, average, values, others, daily }],
        };
      });
  });

const dataOf = async <Data>(route: Route, url?: string): Promise<Data> =>
  (await (await route.fetch(url ? { url } : {})).json()).data;

const fulfil = (route: Route, data: unknown) => route.fulfill({ json: { data } });

/** What viewers would answer to the demo's groups, whose stories have no components yet. */
export const answersAsShown = async (page: Page): Promise<void> => {
  await page.route('**/api/story_group/n/interactive_stats?*', async (route) => {
    const rows = await dataOf<GroupInteractiveRow[]>(route);
    const url = route.request().url();
    const isOne = new URL(url).searchParams.has('days');
    const stories = isOne ? await dataOf<{ id: string }[]>(route, url.replace('story_group/n', 'story')) : [];
    const [from, to] = ['ts_start', 'ts_end'].map((name) => Number(new URL(url).searchParams.get(name)));
    const days = Math.floor((to! - from!) / 86_400) + 1;
    const some = rows.slice(0, 6).map((row, at) => ({
      ...row,
      stats: statsOf(3100 - at * 430),
      components: isOne
        ? componentsOf(
            stories.map(({ id }) => id),
            days,
          )
        : null,
    }));
    await fulfil(route, some);
  });
  await page.route('**/api/story_group/n/interactive_stats/totals?*', async (route) => {
    const totals = await dataOf<InteractiveTotals>(route);
    await fulfil(route, {
      ...totals,
      first_day: totals.previous_daily[0]?.date ?? null,
      stats: statsOf(12_150),
      daily: daysOf(totals.daily, 1735),
      previous_daily: daysOf(totals.previous_daily, 1520),
    });
  });
};
