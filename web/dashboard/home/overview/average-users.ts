import { hasData } from '#contracts/stats/like-with-like.ts';
import type { Overview } from '#contracts/stats/stats.ts';

/**
 * The mean of daily users over the days of a range that can have some and are over by `today` (a UTC day), one decimal; null
 * where there is no such day.
 */
export function averageUsers(
  { daily_stats, dau_first_day }: Pick<Overview, 'daily_stats' | 'dau_first_day'>,
  today: string,
): number | null {
  const days = daily_stats.filter(({ date }) => date < today && hasData(date, dau_first_day));
  if (days.length === 0) return null;
  return Math.round((days.reduce((sum, { dau }) => sum + dau, 0) / days.length) * 10) / 10;
}
