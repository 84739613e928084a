import { z } from 'zod';
import { querySeconds, unixSeconds } from '../api/ids.ts';

/** After how many days it is counted who came back. */
export const returnDays = [1, 7, 30] as const;

/** GET /analytics/returns; seconds are widened to whole UTC days. */
export const returnsQuery = z.strictObject({ ts_start: querySeconds.optional(), ts_end: querySeconds.optional() });

const returned = z.object({
  /** Exactly so many days later. */
  days: z.union([z.literal(1), z.literal(7), z.literal(30)]),
  /** Viewers of each counted day, added up: who was there on three days is in it three times. */
  cohort: z.int(),
  /** How many of these were there again. */
  returned: z.int(),
  /** `returned` of `cohort`; null where there was nobody. */
  share: z.number().nullable(),
  /** The first and last day of the range whose later day is over, at their start; null where there is none. */
  ts_first: unixSeconds.nullable(),
  ts_last: unixSeconds.nullable(),
});
export type Returned = z.infer<typeof returned>;

/** Who of the viewers of all apps of an account came back after 1, 7 and 30 days; `ts_counted` is when it was counted. */
export const returnsAnswer = z.object({
  ts_start: unixSeconds,
  ts_end: unixSeconds,
  ts_counted: unixSeconds,
  after: z.array(returned),
});
export type ReturnsAnswer = z.infer<typeof returnsAnswer>;
