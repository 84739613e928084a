import { toSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type DemoCast, dayMs, personKeys } from './cast.ts';

/**
 * Marks as read, for everybody of the demo, what they were told of until a day before it was started: whoever opens it for
 * the first time finds the news of that day, and not those of a month. A notification has the id of its event, so the read
 * model may still be behind.
 */
export const markOlderAsRead = async (kernel: Kernel, cast: DemoCast): Promise<void> => {
  await kernel.db.pool.query(
    `insert into notification_read (user_id, id, ts)
     select person.id, e.event_id, $4 from event e cross join unnest($2::uuid[]) as person (id)
      where e.account_id = $1 and e.ts < $3
     on conflict do nothing`,
    [cast.account, personKeys.map((key) => cast.people[key]), cast.start - dayMs, toSeconds(kernel.now())],
  );
};
