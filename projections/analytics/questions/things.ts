import { mediaPath } from '#contracts/media.ts';
import type { Db } from '#kernel/db/pool.ts';

/** A group as the figures show it. */
export interface GroupThing {
  id: string;
  app_id: string;
  instance_id: string;
  title: string;
  icon: string;
  status: number;
  ts_created: number;
}
/** A story as the figures show it. */
export interface StoryThing {
  id: string;
  story_group_id: string;
  app_id: string;
  title: string;
  type: number;
  status: number;
  thumbnail: string;
  ts_created: number;
}

/** Which of an account's things are meant. `user_id` limits to the groups of a creator. */
export interface ThingFilter {
  account_id: string;
  apps: readonly string[] | null;
  instance_id: string | null;
  group_id: string | null;
  /** Groups of `creator_apps` only where this user made them. */
  creator: { user_id: string; apps: readonly string[] } | null;
}

const living = `from story_group g join instance i on i.id = g.instance_id join app a on a.id = g.app_id
  where g.account_id = $1 and not i.deleted and not a.deleted
    and ($2::uuid[] is null or g.app_id = any($2::uuid[]))
    and ($3::uuid is null or g.instance_id = $3::uuid)
    and (g.status <> 9 or g.id = $4::uuid) and ($4::uuid is null or g.id = $4::uuid)
    and ($5::uuid is null or g.user_id = $5::uuid or not g.app_id = any($6::uuid[]))`;

const valuesOf = ({ account_id, apps, instance_id, group_id, creator }: ThingFilter) => [
  account_id,
  apps,
  instance_id,
  group_id,
  creator?.user_id ?? null,
  creator?.apps ?? [],
];

/**
 * The groups that a filter means, newest first; archived ones only when asked for by id. Cost: one indexed read of the
 * main database, rows = groups.
 */
export const readGroups = async (db: Db, mediaUrl: string, filter: ThingFilter): Promise<GroupThing[]> => {
  const { rows } = await db.pool.query<GroupThing>(
    `select g.id, g.app_id, g.instance_id, g.title, g.icon, g.status, g.ts_created ${living} order by g.id desc`,
    valuesOf(filter),
  );
  return rows.map((row) => ({ ...row, icon: `${mediaUrl}${mediaPath(row.icon)}` }));
};

/** The stories of the groups that a filter means, in their order, deleted ones left out. Cost: one indexed read, rows = stories. */
export const readStories = async (db: Db, mediaUrl: string, filter: ThingFilter): Promise<StoryThing[]> => {
  const { rows } = await db.pool.query<Omit<StoryThing, 'thumbnail'> & { key: string }>(
    `select s.id, s.story_group_id, s.app_id, s.title, s.type, s.status, s.ts_created,
            coalesce(s.thumbnail_key, s.media->>'thumbnail', s.media->>'key') as key
       from story s where s.status <> 9 and s.story_group_id in (select g.id ${living})
      order by s.story_group_id desc, s.position`,
    valuesOf(filter),
  );
  return rows.map(({ key, ...row }) => ({ ...row, thumbnail: `${mediaUrl}${mediaPath(key)}` }));
};

/** Every story that the groups of a filter ever held, deleted ones included, by group and in order. Cost: one indexed read, rows = stories. */
export const readEveryStory = async (
  db: Db,
  filter: ThingFilter,
): Promise<Pick<StoryThing, 'id' | 'story_group_id' | 'app_id'>[]> => {
  const { rows } = await db.pool.query<Pick<StoryThing, 'id' | 'story_group_id' | 'app_id'>>(
    `select s.id, s.story_group_id, s.app_id from story s where s.story_group_id in (select g.id ${living})
      order by s.story_group_id desc, s.position, s.id`,
    valuesOf(filter),
  );
  return rows;
};

/** The apps of an account that are not deleted. Cost: one indexed read, rows = apps. */
export const readApps = async (db: Db, accountId: string): Promise<string[]> => {
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from app where account_id = $1 and not deleted order by id',
    [accountId],
  );
  return rows.map((row) => row.id);
};
