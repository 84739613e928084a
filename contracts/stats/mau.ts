import { z } from 'zod';
import { unixSeconds } from '../api/ids.ts';
import { monthAround } from '../subscription/periods.ts';
import type { UnixSeconds } from '../time.ts';

/**
 * GET /mau: distinct viewers of the account since the period began, exact: those who are billed, and apart from them the
 * marked ones (who came only in batches beyond what their address may bring); and how many the plan includes.
 */
export const mauRow = z.object({
  mau: z.int(),
  marked: z.int(),
  mau_limit: z.int(),
  current_period_start: unixSeconds,
});
export type Mau = z.infer<typeof mauRow>;

/**
 * Where the billing period of an account begins, at the start of a UTC day: on the day of the month on which its
 * subscription started (on the last day of shorter months), without one with the calendar month.
 */
export const periodStart = (now: UnixSeconds, subscribed: UnixSeconds | null): UnixSeconds =>
  // The first of a January stands for all firsts.
  monthAround(subscribed ?? 0, now).from;
