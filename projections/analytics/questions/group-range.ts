import type { z } from 'zod';
import type { groupRangeQuery } from '#contracts/stats/group-details.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type DayRange, resolveRange } from './day-range.ts';
import { resolveSubjectFor } from './explain/subject.ts';

/** A group that the caller may see the figures of, and whole UTC days. */
export interface GroupRange {
  group: { id: string; app_id: string };
  range: DayRange;
}

/** Resolves the group and the days of a query; 404 for what is not there, 403 for what is not the caller's to see. */
export const resolveGroupRange = async (
  kernel: Pick<Kernel, 'db' | 'facts' | 'now'>,
  principal: Principal,
  { story_group_id, ts_start, ts_end }: z.infer<typeof groupRangeQuery>,
): Promise<GroupRange> => {
  const { range } = resolveRange({ ts_start, ts_end }, kernel.now());
  const { app_id } = await resolveSubjectFor(kernel, principal, { story_group_id });
  return { group: { id: story_group_id, app_id }, range };
};
