import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';

/** What a card needs to know of a group that is filled from a source. */
export interface SyncedGroup {
  type: string;
  /** Unix seconds of the last pull; null before the first. */
  ts_last_pull?: number | null | undefined;
}

const hour = 3600;
const day = 24 * hour;
/** How often each kind of group is pulled, seconds. */
const every: Readonly<Record<string, number>> = { rss: hour, product_feed: hour, instagram: day };

const messageIn = (seconds: number): string => {
  if (seconds >= day) return t(contentWords.syncInDays, { count: Math.ceil(seconds / day) });
  if (seconds >= hour) return t(contentWords.syncInHours, { count: Math.ceil(seconds / hour) });
  return t(contentWords.syncInMinutes, { count: Math.max(1, Math.ceil(seconds / 60)) });
};

/** When a group from a source is pulled next, in the words of its card; null for groups without one. `now` in unix seconds. */
export function syncMessage({ type, ts_last_pull }: SyncedGroup, now: number): string | null {
  const interval = every[type];
  if (interval === undefined) return null;
  if (!ts_last_pull) return t(contentWords.syncStarts);
  const left = ts_last_pull + interval - now;
  return left <= 0 ? t(contentWords.syncSoon) : messageIn(left);
}
