import { sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import {
  type DailyResponses,
  type InteractiveTotals,
  type ResponseType,
  responseTypes,
} from '#contracts/stats/interactive-stats.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { DayRange } from '../day-range.ts';
import { readAllStories, readGroups } from '../entities.ts';
import { earliestDay, readFirstDays } from '../metrics.ts';
import type { QueryScope } from '../resolve-scope.ts';
import { estimateResponders } from './estimated-responders.ts';
import {
  type CountedType,
  type EntityRef,
  readFirstResponseDay,
  readRespondersTogether,
  readTypeDays,
  type TypeDay,
} from './queries.ts';
import { maxAnswersCounted } from './read.ts';

const byType = <Value>(value: (type: ResponseType) => Value) =>
  Object.fromEntries(responseTypes.map((type) => [type, value(type)])) as Record<ResponseType, Value>;

const countsOn = (rows: readonly TypeDay[]): ((day: string, type: CountedType) => number) => {
  const found = new Map(rows.map(({ day, type, responses }) => [`${day} ${type}`, responses]));
  return (day, type) => found.get(`${day} ${type}`) ?? 0;
};

const readRespondersOf = async (db: Db, stories: readonly EntityRef[], range: DayRange, answers: number) => {
  if (answers <= maxAnswersCounted) return readRespondersTogether(db, stories, range);
  const together = stories.map((story) => ({ ...story, about: 'all' }));
  return (await estimateResponders(db, together, range)).filter(({ component_id }) => component_id === null);
};

/**
 * Responses to the components of all groups of a scope together over a range, and on each day of it and of the one before.
 * Cost: groups and stories of the main database, groups × days of both ranges × types summed in Postgres, one descent of the
 * primary key for each group, and at most 20,000 answers or what `estimateResponders` costs.
 */
export const readInteractiveTotals = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, range, previous }: QueryScope,
): Promise<InteractiveTotals> => {
  const { db, analytics, config } = kernel;
  const [groups, stories] = await Promise.all([readGroups(db, config.MEDIA_URL, filter), readAllStories(db, filter)]);
  const [now, before, firstCounted, firstResponse] = await Promise.all([
    readTypeDays(analytics, groups, range),
    readTypeDays(analytics, groups, previous),
    readFirstDays(analytics, { scope: 'group', entities: groups }),
    readFirstResponseDay(analytics, groups),
  ]);
  // The two may lie on each other.
  const count = countsOn([...now, ...before]);
  const totalOf = (type: CountedType) => range.days.reduce((sum, day) => sum + count(day, type), 0);
  const answers = sdkAnswerTypes.reduce((sum, type) => sum + totalOf(type), 0);
  const found = answers === 0 ? [] : await readRespondersOf(analytics, stories, range, answers);
  const viewers = new Map<string, number>(found.map((one) => [one.type, one.viewers]));
  const dailyOf = (days: readonly string[]): DailyResponses[] =>
    days.map((date) => ({
      date,
      component_impression: count(date, 'component_impression'),
      ...byType((type) => count(date, type)),
    }));
  return {
    groups: groups.length,
    first_day: earliestDay([firstResponse, ...groups.map(({ id }) => firstCounted(id))]),
    stats: {
      component_impression: { response_count: totalOf('component_impression') },
      ...byType((type) => ({
        response_count: totalOf(type),
        responders: type === 'product_tag_clicked' ? null : Math.min(totalOf(type), viewers.get(type) ?? 0),
      })),
    },
    daily: dailyOf(range.days),
    previous_daily: dailyOf(previous.days),
  };
};
