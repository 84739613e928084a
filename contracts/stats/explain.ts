import { z } from 'zod';
import { id, queryFlag, queryInt, unixSeconds } from '../api/ids.ts';
import { statsQuery } from './stats.ts';
import { whyFigures, whyScopes, whyTypes } from './why-figures.ts';

/**
 * GET /analytics/why: the figure, and the most exact of the kinds of ids; of several ids, or with `all_groups` of all story
 * groups of the query, it is the figure of all together. Seconds are widened to whole UTC days. Figures of answers are
 * of groups or a story, of `type`, and of a story's component, or of one of the values that it was answered with.
 */
export const whyQuery = statsQuery.extend({
  figure: z.enum(whyFigures),
  type: z.enum(whyTypes).optional().describe('Needed for response_count and responders, which are of a type.'),
  story_id: id.optional(),
  component_id: z.string().max(64).optional().describe('Counts only this component. Needs story_id.'),
  answer: z
    .string()
    .max(200)
    .optional()
    .describe('Counts only responses with this value. Needs component_id, and response_count as figure.'),
  all_groups: queryFlag.optional(),
  limit: queryInt(1, 1000).optional(),
  offset: queryInt(0, 10_000_000).optional(),
});
export type WhyQuery = z.output<typeof whyQuery>;

const whyBatch = z.object({
  batch_id: z.string(),
  instance_id: z.string(),
  /** When it was accepted. */
  ts: unixSeconds,
  platform: z.string(),
  sdk_version: z.string(),
  app_version: z.string().nullable(),
  consent: z.boolean(),
  /** Where it is kept: in the archive, or in the log that the archive is made of. */
  kept: z.enum(['archive', 'log']),
  /** What it adds: events, viewers who were in no batch before it, or ms watched; of the average rating, ratings. */
  adds: z.int(),
  /** Of the watched time: how often a story was left. */
  leaves: z.int().optional(),
  /** The groups that it is about, with the version of the content that stood then (see history and as_of). */
  contents: z.array(z.object({ story_group_id: id, version: z.int() })),
});
export type WhyBatch = z.infer<typeof whyBatch>;

/** From a figure to its rule, its days and the batches behind it. */
export const whyAnswer = z.object({
  figure: z.enum(whyFigures),
  scope: z.enum(whyScopes),
  /** Of figures of answers: what was asked for. */
  type: z.enum(whyTypes).optional(),
  component_id: z.string().optional(),
  answer: z.string().optional(),
  /** Of how many it is, all together; the one where it is of one. */
  subjects: z.int(),
  subject_id: id.nullable(),
  ts_start: unixSeconds,
  ts_end: unixSeconds,
  rule: z.string(),
  /** As the statistics say it. */
  value: z.number(),
  /** The same, made of the batches: equal as long as they are all kept. */
  recounted: z.number(),
  /** Of reach, daily active viewers and responders: how many viewers the batches hold exactly, where `value` may be an estimate. */
  viewers: z.int().optional(),
  days: z.array(z.object({ date: z.string(), value: z.number() })),
  /** Batches that add something, and batches that were left out because they came again. */
  total: z.int(),
  repeated: z.int(),
  batches: z.array(whyBatch),
});
export type WhyAnswer = z.infer<typeof whyAnswer>;
