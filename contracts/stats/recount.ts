import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { faultWords } from '../words/faults.en.ts';
import { figureRuleWords } from '../words/figure-rules.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import { worded } from '../words/worded.ts';

/** Longest range that can be counted anew, in days. */
export const recountDays = 31;

/** The rule by which figures are counted anew. */
export const recountRule = z.strictObject({
  /** A story counts as seen when its story_left carries at least so many seconds of watch time. */
  impression_seconds: z.number(worded(faultWords.viewSeconds)).min(0).max(600),
});

/** POST /analytics/recount; seconds are widened to whole UTC days. */
export const recountBody = z.strictObject({
  app_id: id,
  ts_start: unixSeconds.optional(),
  ts_end: unixSeconds.optional(),
  rule: recountRule,
});
export type RecountBody = z.output<typeof recountBody>;

const figures = z.object({ impression: z.int(), reach: z.int() });
const compared = { is: figures, would_be: figures, difference: figures };

const recountGroup = z.object({
  story_group_id: id,
  /** Null for a group that was deleted with its instance. */
  title: z.string().nullable(),
  ...compared,
});

/** The figures of an app and its groups as they are and as they would be; nothing is changed. */
export const recountAnswer = z.object({
  app_id: id,
  ts_start: unixSeconds,
  ts_end: unixSeconds,
  rule: recountRule,
  /** The two rules in words. */
  words: z.object({ is: z.string(), would_be: z.string() }),
  /** Batches that were counted. */
  batches: z.int(),
  ...compared,
  groups: z.array(recountGroup),
});
export type RecountAnswer = z.infer<typeof recountAnswer>;

/** The rules of impressions in words: as they are, and as asked. */
export const recountRules = (seconds: number): Record<keyof RecountAnswer['words'], Phrase> => ({
  is: figureRuleWords.seenNow,
  would_be: fill(figureRuleWords.seenAfter, { seconds }),
});
