import { z } from 'zod';
import { id } from '../api/ids.ts';
import type { Change } from '../audit/change.ts';
import type { EventsOf } from '../event.ts';

/** What can be exported, and how it is said. */
const exportWords = {
  audit: 'the audit',
  users: 'users',
  accounts: 'accounts',
  viewer_list: 'a list of viewers',
  report_story_groups: 'a report of story groups',
  report_stories: 'a report of stories',
  report_reaction: 'a report of reactions with who gave them',
  report_quiz: 'a report of quiz answers with who gave them',
  report_poll: 'a report of poll answers with who gave them',
  report_rating: 'a report of ratings with who gave them',
} as const;
export type Exported = keyof typeof exportWords;

/** What a filter is said to hold where a person typed it: never the text itself. */
export const typedText = '(text)';

/** Facts about reading and taking away data. They decide nothing and stand in monthly streams of their own. */
export const accessEvents = {
  /** Recorded before the first byte. `rows` is how many rows were found then; `filter` holds no text that a person typed. */
  DataExported: z.object({
    user_id: id,
    what: z.enum(Object.keys(exportWords) as [Exported, ...Exported[]]),
    rows: z.int().min(0),
    filter: z.record(z.string().max(60), z.string().max(200)),
  }),
  /** A member of staff (`user_id`) opened a person or an account's history; once an hour for the two of them. */
  AdminRead: z.object({ user_id: id, subject_type: z.enum(['user', 'account']), subject_id: id }),
};
export type AccessEvent = EventsOf<typeof accessEvents>;

type ExportData = z.output<typeof accessEvents.DataExported>;
type ReadData = z.output<typeof accessEvents.AdminRead>;

/** What was exported, as the rest of a sentence. */
export const exportedWords = ({ what, rows }: ExportData): string =>
  `exported ${exportWords[what]}, ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;

/** What was read, as the rest of a sentence. */
export const readWords = ({ subject_type }: ReadData): string =>
  subject_type === 'user' ? 'viewed the details of a person' : 'viewed the history of the account';

/** What was exported, as changes: how many rows, and by which filter. */
export const exportedChanges = ({ rows, filter }: ExportData): Change[] => [
  { field: 'rows', from: null, to: rows },
  ...Object.entries(filter).map(([field, to]) => ({ field: `filter ${field}`, from: null, to })),
];
