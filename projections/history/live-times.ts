import { mediaPath } from '#contracts/api/media-files.ts';
import type { LiveTimeRow } from '#contracts/story-group/lists.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type LivePlan, liveTimesOf } from './plan.ts';

interface Range {
  ts_start: UnixSeconds;
  ts_end: UnixSeconds;
}
type Stored = LivePlan &
  Pick<LiveTimeRow, 'story_group_id' | 'instance_id' | 'title' | 'icon'> & { now_status: number };

// Of each group of the app, deleted ones too: the plan that held when the range began, and those that came in it.
const sql = `
  select g.id as story_group_id, g.instance_id, g.title, g.icon, g.status as now_status,
         p.ts, p.status, p.published, p.ts_start, p.ts_end
    from story_group g
    join instance i on i.id = g.instance_id and not i.deleted
    join history_plan p on p.story_group_id = g.id
   where g.account_id = $1 and g.app_id = $2 and p.ts <= $4
     and p.version >= coalesce(
           (select max(version) from history_plan b where b.story_group_id = g.id and b.ts <= $3), 0)
   order by g.id, p.version`;

/** When groups of an app were live within a range and not after `now`, by group and time. */
export const listLiveTimes = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  accountId: string,
  appId: string,
  { ts_start, ts_end }: Range,
  now: UnixSeconds,
): Promise<LiveTimeRow[]> => {
  const { rows } = await kernel.db.pool.query<Stored>({
    name: 'history-live-times',
    text: sql,
    values: [accountId, appId, ts_start, ts_end],
  });
  const until = Math.min(ts_end, now);
  const plans = new Map<string, Stored[]>();
  for (const row of rows) {
    const held = plans.get(row.story_group_id);
    if (held) held.push(row);
    else plans.set(row.story_group_id, [row]);
  }
  return [...plans.values()].flatMap((held) => {
    const { story_group_id, instance_id, title, icon, now_status } = held[0]!;
    const group = { story_group_id, instance_id, title, icon: kernel.config.MEDIA_URL + mediaPath(icon) };
    return liveTimesOf(held, until)
      .filter((time) => time.ts_end === null || time.ts_end >= ts_start)
      .map((time) => ({
        ...group,
        status: now_status,
        ...time,
        ts_start: time.ts_start < ts_start ? null : time.ts_start,
      }));
  });
};
