import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import type { UnixSeconds } from '../time.ts';
import { faultWords } from '../words/faults.en.ts';
import { figureRuleWords } from '../words/figure-rules.en.ts';
import { figureWords } from '../words/figures.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import { sayFault, worded } from '../words/worded.ts';

/** Longest range that can be counted anew, in days. */
export const recountDays = 31;

/** The rule by which figures are counted anew. */
export const recountRule = z.strictObject({
  /** A story counts as seen when its story_left carries at least so many seconds of watch time. */
  impression_seconds: z.number(worded(faultWords.viewSeconds)).min(0).max(600),
});

/**
 * POST /analytics/recount: under another rule, or from what was accepted until a moment; seconds of days are widened to
 * whole UTC days.
 */
export const recountBody = z
  .strictObject({
    app_id: id,
    ts_start: unixSeconds.optional(),
    ts_end: unixSeconds.optional(),
    rule: recountRule.optional(),
    accepted_until: unixSeconds.optional(),
  })
  .superRefine(({ rule, accepted_until }, context) => {
    if ((rule === undefined) !== (accepted_until === undefined)) return;
    const path = rule === undefined ? 'rule' : 'accepted_until';
    context.addIssue({ code: 'custom', path: [path], message: sayFault(figureWords.recountHow) });
  });
export type RecountBody = z.output<typeof recountBody>;

const range = { app_id: id, ts_start: unixSeconds, ts_end: unixSeconds };
const read = {
  /** Batches that were counted. */
  batches: z.int(),
  /** The first day (its start) that can still be counted again; null while nothing is past retention. */
  recountable_since: unixSeconds.nullable(),
};
const group = {
  story_group_id: id,
  /** Null for a group that was deleted with its instance. */
  title: z.string().nullable(),
};

const figures = z.object({ impression: z.int(), reach: z.int() });
const compared = { is: figures, would_be: figures, difference: figures };

/** The figures of an app and its groups as they are and as they would be; nothing is changed. */
export const recountAnswer = z.object({
  ...range,
  rule: recountRule,
  /** The two rules in words. */
  words: z.object({ is: z.string(), would_be: z.string() }),
  ...read,
  ...compared,
  groups: z.array(z.object({ ...group, ...compared })),
});
export type RecountAnswer = z.infer<typeof recountAnswer>;

const stoodFigures = z.object({
  impression: z.int(),
  reach: z.int(),
  open: z.int(),
  click: z.int(),
  complete: z.int(),
});
const stood = { as_it_stood: stoodFigures, now: stoodFigures, difference: stoodFigures };

/** The figures of an app and its groups as they stood at a moment and as they are now; nothing is changed. */
export const stoodAnswer = z.object({
  ...range,
  accepted_until: unixSeconds,
  ...read,
  ...stood,
  groups: z.array(z.object({ ...group, ...stood })),
});
export type StoodAnswer = z.infer<typeof stoodAnswer>;
export type StoodFigures = z.infer<typeof stoodFigures>;

/** The rules of impressions in words: as they are, and as asked. */
export const recountRules = (seconds: number): Record<keyof RecountAnswer['words'], Phrase> => ({
  is: figureRuleWords.seenNow,
  would_be: fill(figureRuleWords.seenAfter, { seconds }),
});

/** A UTC day as figures are asked for, `YYYY-MM-DD`. */
export const dayOfSeconds = (seconds: UnixSeconds): string => new Date(seconds * 1000).toISOString().slice(0, 10);
