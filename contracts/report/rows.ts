import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { rhythms } from './events.ts';

/** Somebody who made a report or gets it. */
const reportPerson = z.object({ user_id: id, name: z.string() });
/** A running report: one line of GET /report_schedule. */
export const reportRow = z.object({
  id,
  name: z.string(),
  rhythm: z.enum(rhythms),
  app_id: z.array(id),
  instance_id: z.array(id),
  story_group_id: z.array(id),
  /** Members who get it; whoever left it or the team is not among them. */
  recipients: z.array(reportPerson),
  made_by: reportPerson,
  /** Whether the caller may end it, */
  may_end: z.boolean(),
  /** and whether they get it themself. */
  is_recipient: z.boolean(),
  ts_created: unixSeconds,
  /** When its next mails go out. */
  ts_next: unixSeconds,
});
export type ReportRow = z.infer<typeof reportRow>;
/** What the link of a report's mail does: whether the person gets it now. */
export const reportDelivery = z.object({ name: z.string(), rhythm: z.enum(rhythms), is_recipient: z.boolean() });
export type ReportDelivery = z.infer<typeof reportDelivery>;
