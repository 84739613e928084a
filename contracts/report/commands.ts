import { z } from 'zod';
import { id } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { text } from '../api/text.ts';
import { faultWords } from '../words/faults.en.ts';
import { fill } from '../words/phrase.ts';
import { reportWords } from '../words/report.en.ts';
import { worded } from '../words/worded.ts';
import { rhythms } from './events.ts';

const once = (ids: string[]): string[] => [...new Set(ids)];
const most = limits.idsAtOnce;
const ids = z
  .array(id)
  .max(most, worded(fill(faultWords.tooManyIds, { most })))
  .overwrite(once);
const least = (said: (typeof reportWords)['noApps' | 'noRecipients']) => ({ ...worded(said) });

/** The name of a report, which is the subject of its mails. */
export const reportName = text({ min: 1, max: limits.reportName, required: reportWords.name }).overwrite((value) =>
  value.trim(),
);
/** POST /report_schedule: without instances or groups it shows all of the apps. */
export const scheduleReport = z.strictObject({
  name: reportName,
  rhythm: z.enum(rhythms, worded(faultWords.choice)),
  app_id: ids.min(1, least(reportWords.noApps)),
  instance_id: ids.optional(),
  story_group_id: ids.optional(),
  recipients: z
    .array(id)
    .min(1, least(reportWords.noRecipients))
    .max(limits.reportRecipients, worded(fill(faultWords.tooManyIds, { most: limits.reportRecipients })))
    .overwrite(once),
});
export type ScheduleReport = z.infer<typeof scheduleReport>;
