import { storyStatus } from '#contracts/story-group/status.ts';
import type { GoalStory } from '#contracts/studio/goals.ts';
import type { RouteStory } from '#contracts/studio/resting.ts';
import type { Db } from '#kernel/db/pool.ts';

/** A story of a group with what says where it leads, and whether others lead to it. */
export type WayRow = RouteStory & GoalStory & { title: string };

type StoredRow = Omit<WayRow, 'state'> & { status: number };

const stateOf = (status: number): GoalStory['state'] => {
  if (status === storyStatus.deleted) return 'deleted';
  return status === storyStatus.active ? 'active' : 'inactive';
};

/** The stories of a group in their order, deleted ones last. Cost: one indexed read, rows = stories. */
export const readWayStories = async ({ pool }: Pick<Db, 'pool'>, groupId: string): Promise<WayRow[]> => {
  const { rows } = await pool.query<StoredRow>({
    name: 'figures-way-stories',
    text: `select id, title, status, ts_start, ts_end, conditions, case when conditions is not null then studio end as studio
             from story where story_group_id = $1 order by status = ${storyStatus.deleted}, position, id`,
    values: [groupId],
  });
  return rows.map(({ status, ...row }) => ({ ...row, state: stateOf(status) }));
};
