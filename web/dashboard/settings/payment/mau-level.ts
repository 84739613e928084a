import { monthAround, secondsPerDay } from '#contracts/subscription/periods.ts';
import type { UnixSeconds } from '#contracts/time.ts';

/** How near its limit a number of viewers is: the colour of the meter. */
export type MauLevel = 'fine' | 'near' | 'full' | 'over';

/** Below 80% of the limit, from 80, from 95, and above 100%. */
export const mauLevel = (mau: number, limit: number): MauLevel => {
  const share = (mau / limit) * 100;
  if (share > 100) return 'over';
  if (share >= 95) return 'full';
  return share >= 80 ? 'near' : 'fine';
};

/** The end of a period that nobody pays for: the start of the next month (UTC). */
export const monthAfter = (at: UnixSeconds): UnixSeconds => monthAround(0, at).to;

/**
 * How many viewers a period will have if it goes on in a straight line; null in its first day and without viewers, from
 * which nothing follows, and once it is over. Viewers who come again are counted once, so that it is rather too high.
 */
export const mauForecast = (
  mau: number,
  { from, to, now }: { from: UnixSeconds; to: UnixSeconds; now: UnixSeconds },
): number | null =>
  mau === 0 || now - from < secondsPerDay || now >= to ? null : Math.round((mau * (to - from)) / (now - from));
