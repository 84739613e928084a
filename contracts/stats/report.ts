import { z } from 'zod';
import { id } from '../api/ids.ts';
import type { SdkAnswerType } from '../sdk/protocol.ts';
import { faultWords } from '../words/faults.en.ts';
import { worded } from '../words/worded.ts';
import { statsQuery } from './stats.ts';

/** Reports of answers, by the event that each lists. */
export const answerReports = {
  reaction: 'reaction_clicked',
  quiz: 'quiz_answered',
  poll: 'poll_selected',
  rating: 'rating_submitted',
} as const satisfies Record<string, SdkAnswerType>;

/** What a report may be about. */
export const reportTypes = ['story_groups', 'stories', 'reaction', 'quiz', 'poll', 'rating'] as const;
export type ReportType = (typeof reportTypes)[number];

/** The query of GET /report: the range and filter of the figures, and what the report is about. */
export const reportQuery = statsQuery
  .extend({
    report_type: z.enum(reportTypes, worded(faultWords.report)),
    story_id: id.optional(),
    component_id: z.string().max(64).optional(),
  })
  .refine(({ report_type, component_id }) => component_id === undefined || report_type in answerReports, {
    path: ['component_id'],
    ...worded(faultWords.reportComponent),
  });
export type ReportQuery = z.infer<typeof reportQuery>;
