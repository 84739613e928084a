import { z } from 'zod';
import { id } from '../api/ids.ts';
import type { EventsOf } from '../event.ts';

/** What can be exported. */
const exported = [
  'audit',
  'users',
  'accounts',
  'promo_codes',
  'viewer_list',
  'report_story_groups',
  'report_stories',
  'report_reaction',
  'report_quiz',
  'report_poll',
  'report_rating',
  'mau_proof',
] as const;
export type Exported = (typeof exported)[number];

/** What a filter is said to hold where a person typed it: never the text itself. */
export const typedText = '(text)';

/** Facts about reading and taking away data. They decide nothing and stand in monthly streams of their own. */
export const accessEvents = {
  /** Recorded before the first byte. `rows` is how many rows were found then; `filter` holds no text that a person typed. */
  DataExported: z.object({
    user_id: id,
    what: z.enum(exported),
    rows: z.int().min(0),
    filter: z.record(z.string().max(60), z.string().max(200)),
  }),
  /** A member of staff (`user_id`) opened a person or an account's history; once an hour for the two of them. */
  AdminRead: z.object({ user_id: id, subject_type: z.enum(['user', 'account']), subject_id: id }),
};
export type AccessEvent = EventsOf<typeof accessEvents>;
