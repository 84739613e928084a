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

const count = (size: number, unit: string) => `${size} ${unit}${size === 1 ? '' : 's'}`;

const wait = (seconds: number): string => {
  if (seconds >= day) return count(Math.ceil(seconds / day), 'day');
  if (seconds >= hour) return count(Math.ceil(seconds / hour), 'hour');
  return count(Math.max(1, Math.ceil(seconds / 60)), 'minute');
};

/** When a group from a source is pulled next, in the words of its card; null for groups without one. `now` in unix seconds. */
export function syncMessage({ type, ts_last_pull }: SyncedGroup, now: number): string | null {
  const interval = every[type];
  if (interval === undefined) return null;
  if (!ts_last_pull) return t(contentWords.syncStarts);
  const left = ts_last_pull + interval - now;
  return left <= 0 ? t(contentWords.syncSoon) : t(contentWords.syncIn, { wait: wait(left) });
}
