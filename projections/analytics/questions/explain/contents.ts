import type { Db } from '#kernel/db/pool.ts';

/**
 * Which version of a group's content stood at a moment (unix ms); 1 before it existed. Cost: one read of the groups'
 * streams on their primary key, rows = their events.
 */
export const readVersions = async (
  db: Db,
  groups: readonly string[],
): Promise<(groupId: string, at: number) => number> => {
  const made = new Map<string, number[]>();
  if (groups.length > 0) {
    const { rows } = await db.pool.query<{ stream: string; ts: number }>(
      'select stream, ts from event where stream = any($1::text[]) order by stream, version',
      [groups.map((group) => `storyGroup-${group}`)],
    );
    for (const { stream, ts } of rows) {
      const times = made.get(stream);
      if (times) times.push(ts);
      else made.set(stream, [ts]);
    }
  }
  // Events of one command have one time: the last of them is what stood.
  return (groupId, at) => Math.max(1, (made.get(`storyGroup-${groupId}`) ?? []).findLastIndex((ts) => ts <= at) + 1);
};
