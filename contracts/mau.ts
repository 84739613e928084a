import { z } from 'zod';
import { unixSeconds } from './ids.ts';

/** GET /mau: distinct viewers of the account since the period began, exact, and how many its plan includes. */
export const mauRow = z.object({
  mau_limit: z.int(),
  mau: z.int(),
  current_period_start: unixSeconds,
});
export type Mau = z.infer<typeof mauRow>;

/** Where the billing period of an account begins: before a subscription with the calendar month, UTC. Both in unix seconds. */
export const periodStart = (now: number): number => {
  const date = new Date(now * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
};
