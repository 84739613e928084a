import type { Db } from '#kernel/db/pool.ts';

/** The titles of groups by id, without those of deleted instances. */
export const titlesOf = async (db: Db, groups: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await db.pool.query<{ id: string; title: string }>(
    `select g.id, g.title from story_group g join instance i on i.id = g.instance_id and not i.deleted
      where g.id = any($1::uuid[])`,
    [groups],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
};
