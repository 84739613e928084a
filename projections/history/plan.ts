import type { LiveTimeRow } from '#contracts/story-group/lists.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import type { UnixSeconds } from '#contracts/time.ts';

/** Everything of a group that decides when it is live, and since when it was so. */
export interface LivePlan {
  ts: UnixSeconds;
  status: number;
  published: boolean;
  ts_start: UnixSeconds;
  ts_end: UnixSeconds | null;
}

/** The plan of a group as its state has it. */
export const planOf = ({ status, settings, ts_start, ts_end }: StoryGroupState): Omit<LivePlan, 'ts'> => ({
  status,
  published: !settings.is_unpublished,
  ts_start,
  ts_end,
});

/** A time in which a group was live; its end is null while that has not come. */
export interface LiveTime extends Pick<LiveTimeRow, 'ts_end' | 'ended_by'> {
  ts_start: UnixSeconds;
}

const endOf = (
  plan: LivePlan,
  next: LivePlan | undefined,
  until: UnixSeconds,
): Pick<LiveTime, 'ts_end' | 'ended_by'> => {
  const changed = next?.ts ?? Number.POSITIVE_INFINITY;
  const dated = plan.ts_end ?? Number.POSITIVE_INFINITY;
  if (Math.min(changed, dated) > until) return { ts_end: null, ended_by: null };
  if (dated <= changed) return { ts_end: dated, ended_by: 'end_date' };
  if (next?.status === groupStatus.capped) return { ts_end: changed, ended_by: 'cap' };
  return { ts_end: changed, ended_by: next?.status === groupStatus.ended ? 'end_date' : 'status' };
};

/** The times up to `until` in which a group was live by its plans, which are in order; a change that kept it live ends none. */
export const liveTimesOf = (plans: readonly LivePlan[], until: UnixSeconds): LiveTime[] => {
  const times: LiveTime[] = [];
  plans.forEach((plan, index) => {
    if (plan.status !== groupStatus.active || !plan.published) return;
    const start = Math.max(plan.ts, plan.ts_start);
    const { ts_end, ended_by } = endOf(plan, plans[index + 1], until);
    if (start > until || (ts_end !== null && ts_end <= start)) return;
    const last = times.at(-1);
    if (last?.ts_end === start) Object.assign(last, { ts_end, ended_by });
    else times.push({ ts_start: start, ts_end, ended_by });
  });
  return times;
};
