import { mediaPath } from '#contracts/api/media-files.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
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
  designed: boolean;
  ts_created: UnixSeconds;
}

/** Selects groups and stories of an account. */
export interface EntityFilter {
  account_id: string;
  apps: readonly string[] | null;
  /** Only the groups of these instances; null are all. */
  instances: readonly string[] | null;
  /** Only these groups, archived ones as well; null are all that are not archived. */
  groups: readonly string[] | null;
  /** In these apps only the groups that this user created. */
  creator: { user_id: string; apps: readonly string[] } | null;
}

const existingGroups = `from story_group g join instance i on i.id = g.instance_id join app a on a.id = g.app_id
  where g.account_id = $1 and not i.deleted and not a.deleted
    and ($2::uuid[] is null or g.app_id = any($2::uuid[]))
    and ($3::uuid[] is null or g.instance_id = any($3::uuid[]))
    and (g.status <> ${groupStatus.archived} or g.id = any($4::uuid[])) and ($4::uuid[] is null or g.id = any($4::uuid[]))
    and ($5::uuid is null or g.user_id = $5::uuid or not g.app_id = any($6::uuid[]))`;

const valuesOf = ({ account_id, apps, instances, groups, creator }: EntityFilter) => [
  account_id,
  apps,
  instances,
  groups,
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
            s.studio is not null as designed, coalesce(s.thumbnail_key, s.media->>'thumbnail', s.media->>'key') as key
       from story s where s.status <> ${storyStatus.deleted} and s.story_group_id in (select g.id ${existingGroups})
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

/**
 * The groups of a filter's instances, or of its apps, other than `known`: archived ones, and those of deleted instances.
 * Cost: one indexed read, rows = groups.
 */
export const readOtherGroups = async (
  db: Db,
  { account_id, apps, instances }: EntityFilter,
  known: readonly string[],
): Promise<Pick<GroupEntity, 'id' | 'app_id'>[]> => {
  const { rows } = await db.pool.query<Pick<GroupEntity, 'id' | 'app_id'>>(
    `select g.id, g.app_id from story_group g
      where g.account_id = $1 and ($2::uuid[] is null or g.app_id = any($2::uuid[]))
        and ($3::uuid[] is null or g.instance_id = any($3::uuid[])) and g.id <> all($4::uuid[])`,
    [account_id, apps, instances, known],
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

/** When an account was created. Cost: one read by its key. */
export const readAccountCreated = async (db: Db, accountId: string): Promise<UnixSeconds> => {
  const { rows } = await db.pool.query<{ ts_created: UnixSeconds }>('select ts_created from account where id = $1', [
    accountId,
  ]);
  return rows[0]!.ts_created;
};

/** Those of some apps that are web sites. Cost: one read, rows = web sites. */
export const readWebApps = async (db: Db, apps: readonly string[]): Promise<Set<string>> => {
  const { rows } = await db.pool.query<{ id: string }>(
    `select id from app where id = any($1::uuid[]) and store_type = 'web'`,
    [apps],
  );
  return new Set(rows.map(({ id }) => id));
};

/** What a query names: ids of each kind, null where it names none. */
export interface NamedIds {
  apps: readonly string[] | null;
  instances: readonly string[] | null;
  groups: readonly string[] | null;
}

/** A named entity with its app, which for an app is itself. */
export interface NamedEntity {
  kind: keyof NamedIds;
  id: string;
  app_id: string;
}

/**
 * Those of the named ids that exist in an account, each once: what was deleted does not, an archived group does. Cost: one
 * read, rows = ids.
 */
export const readNamed = async (
  db: Db,
  accountId: string,
  { apps, instances, groups }: NamedIds,
): Promise<NamedEntity[]> => {
  const { rows } = await db.pool.query<NamedEntity>({
    name: 'figures-named',
    text: `select 'apps' as kind, id, id as app_id from app
            where id = any($2::uuid[]) and account_id = $1 and not deleted
           union all
           select 'instances', i.id, i.app_id from instance i join app a on a.id = i.app_id
            where i.id = any($3::uuid[]) and i.account_id = $1 and not i.deleted and not a.deleted
           union all
           select 'groups', g.id, g.app_id from story_group g join instance i on i.id = g.instance_id
            where g.id = any($4::uuid[]) and g.account_id = $1 and not i.deleted`,
    values: [accountId, apps ?? [], instances ?? [], groups ?? []],
  });
  return rows;
};
