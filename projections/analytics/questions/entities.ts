import { mediaPath } from '#contracts/api/media.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';

/** A group as shown beside its metrics. */
export interface GroupEntity {
  id: string;
  app_id: string;
  instance_id: string;
  title: string;
  icon: string;
  status: number;
  ts_created: UnixSeconds;
}
/** A story as shown beside its metrics. */
export interface StoryEntity {
  id: string;
  story_group_id: string;
  app_id: string;
  title: string;
  type: number;
  status: number;
  thumbnail: string;
  ts_created: UnixSeconds;
}

/** Selects groups and stories of an account. */
export interface EntityFilter {
  account_id: string;
  apps: readonly string[] | null;
  instance_id: string | null;
  group_id: string | null;
  /** In these apps only the groups that this user created. */
  creator: { user_id: string; apps: readonly string[] } | null;
}

const existingGroups = `from story_group g join instance i on i.id = g.instance_id join app a on a.id = g.app_id
  where g.account_id = $1 and not i.deleted and not a.deleted
    and ($2::uuid[] is null or g.app_id = any($2::uuid[]))
    and ($3::uuid is null or g.instance_id = $3::uuid)
    and (g.status <> 9 or g.id = $4::uuid) and ($4::uuid is null or g.id = $4::uuid)
    and ($5::uuid is null or g.user_id = $5::uuid or not g.app_id = any($6::uuid[]))`;

const valuesOf = ({ account_id, apps, instance_id, group_id, creator }: EntityFilter) => [
  account_id,
  apps,
  instance_id,
  group_id,
  creator?.user_id ?? null,
  creator?.apps ?? [],
];

/**
 * The groups of a filter, newest first; archived ones only when asked for by id. Cost: one indexed read of the
 * main database, rows = groups.
 */
export const readGroups = async (db: Db, mediaUrl: string, filter: EntityFilter): Promise<GroupEntity[]> => {
  const { rows } = await db.pool.query<GroupEntity>(
    `select g.id, g.app_id, g.instance_id, g.title, g.icon, g.status, g.ts_created ${existingGroups} order by g.id desc`,
    valuesOf(filter),
  );
  return rows.map((row) => ({ ...row, icon: `${mediaUrl}${mediaPath(row.icon)}` }));
};

/** The stories of a filter's groups in their order, without deleted ones. Cost: one indexed read, rows = stories. */
export const readStories = async (db: Db, mediaUrl: string, filter: EntityFilter): Promise<StoryEntity[]> => {
  const { rows } = await db.pool.query<Omit<StoryEntity, 'thumbnail'> & { key: string }>(
    `select s.id, s.story_group_id, s.app_id, s.title, s.type, s.status, s.ts_created,
            coalesce(s.thumbnail_key, s.media->>'thumbnail', s.media->>'key') as key
       from story s where s.status <> 9 and s.story_group_id in (select g.id ${existingGroups})
      order by s.story_group_id desc, s.position`,
    valuesOf(filter),
  );
  return rows.map(({ key, ...row }) => ({ ...row, thumbnail: `${mediaUrl}${mediaPath(key)}` }));
};

/**
 * All stories that a filter's groups ever had, deleted ones included, by group and in order. Cost: one indexed read.
 */
export const readAllStories = async (
  db: Db,
  filter: EntityFilter,
): Promise<Pick<StoryEntity, 'id' | 'story_group_id' | 'app_id'>[]> => {
  const { rows } = await db.pool.query<Pick<StoryEntity, 'id' | 'story_group_id' | 'app_id'>>(
    `select s.id, s.story_group_id, s.app_id from story s where s.story_group_id in (select g.id ${existingGroups})
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
