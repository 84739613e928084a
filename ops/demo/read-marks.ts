import { toSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type DemoCast, dayMs, personKeys } from './cast.ts';

/** What happened so shortly before the demo was started is unread. */
export const newsMs = 4 * dayMs;

/**
 * Marks as read, for everybody of the demo, what they were told of until some days before it was started: whoever opens it
 * for the first time finds the news of those days, and not those of a month. A notification has the id of its event, so the read
 * model may still be behind.
 */
export const markOlderAsRead = async (kernel: Kernel, cast: DemoCast): Promise<void> => {
  await kernel.db.pool.query(
    `insert into notification_read (user_id, id, ts)
     select person.id, e.event_id, $4 from event e cross join unnest($2::uuid[]) as person (id)
      where e.account_id = $1 and e.ts < $3
     on conflict do nothing`,
    [cast.account, personKeys.map((key) => cast.people[key]), cast.start - newsMs, toSeconds(kernel.now())],
  );
};
