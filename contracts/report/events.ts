import { z } from 'zod';
import { id } from '../api/ids.ts';
import type { EventsOf } from '../event.ts';

/** How often a report comes: every Monday, or on the first day of every month. */
export const rhythms = ['weekly', 'monthly'] as const;
export type Rhythm = (typeof rhythms)[number];

const ids = z.array(id);
/** What happens to a report that is mailed; `user_id` is who made it, recipients are users of its account. */
export const reportEvents = {
  ReportScheduled: z.object({
    account_id: id,
    user_id: id,
    name: z.string(),
    rhythm: z.enum(rhythms),
    apps: ids,
    /** Of these only, where some are named. */
    instances: ids,
    groups: ids,
    recipients: ids,
  }),
  ReportRecipientLeft: z.object({ user_id: id }),
  ReportRecipientReturned: z.object({ user_id: id }),
  ReportEnded: z.object({}),
};
export type ReportEvent = EventsOf<typeof reportEvents>;
