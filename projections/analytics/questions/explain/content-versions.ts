import type { EpochMs } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';

/**
 * Finds the version of a group's content at a time (unix ms); 1 before it existed. Cost: one read of the groups'
 * streams on their primary key, rows = their events.
 */
export const readContentVersions = async (
  db: Db,
  groups: readonly string[],
): Promise<(groupId: string, at: EpochMs) => number> => {
  const timesOf = new Map<string, EpochMs[]>();
  if (groups.length > 0) {
    const { rows } = await db.pool.query<{ stream: string; ts: EpochMs }>(
      'select stream, ts from event where stream = any($1::text[]) order by stream, version',
      [groups.map((group) => `storyGroup-${group}`)],
    );
    for (const { stream, ts } of rows) {
      const times = timesOf.get(stream);
      if (times) times.push(ts);
      else timesOf.set(stream, [ts]);
    }
  }
  // Events of one command have one time: the last of them is the version.
  return (groupId, at) => Math.max(1, (timesOf.get(`storyGroup-${groupId}`) ?? []).findLastIndex((ts) => ts <= at) + 1);
};
