import { z } from 'zod';

/** GET /analytics/hours: what apps got in each hour of the week, in the time zone of their account. */
export const hours = z.object({
  time_zone: z.string(),
  minute: z.int().describe('Minute at which hours begin by that clock. 0 unless its offset has half hours.'),
  first_day: z.string().nullable().describe('First UTC day with data. Null while there is none.'),
  hours: z.array(
    z.object({
      weekday: z.int().min(1).max(7).describe('1 is Monday.'),
      hour: z.int().min(0).max(23),
      times: z.int().describe('How many such hours of the range are over and not before the first data.'),
      opens: z.int(),
      impressions: z.int(),
      clicks: z.int(),
    }),
  ),
});
export type Hours = z.infer<typeof hours>;
export type HourOfWeek = Hours['hours'][number];
