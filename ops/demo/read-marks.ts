import { toSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type DemoCast, dayMs, personKeys } from './cast.ts';

/** What happened so shortly before the demo was started is unread. */
export const newsMs = 4 * dayMs;

/**
 * Counts as read, for everybody of the demo, what they were told of until some days before it was started: whoever opens it
 * for the first time finds the news of those days, and not those of a month.
 */
export const markOlderAsRead = async (kernel: Pick<Kernel, 'db'>, cast: DemoCast): Promise<void> => {
  await kernel.db.pool.query(
    'insert into notification_read_until (user_id, ts) select unnest($1::uuid[]), $2 on conflict do nothing',
    [personKeys.map((key) => cast.people[key]), toSeconds(cast.start - newsMs) - 1],
  );
};
