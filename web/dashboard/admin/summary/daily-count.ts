import type { AdminStats } from '#contracts/admin/admin.ts';

/** What is counted day by day. */
export type DailyCount = Exclude<keyof AdminStats['daily'][number], 'date'>;
