import type { AppRow } from '#contracts/app.ts';
import { mediaPath } from '#contracts/media.ts';
import type { Db } from '#kernel/db/pool.ts';

// Built whole in Postgres: one pass over each table of the account.
const sql = `
  select a.id, coalesce(a.store_id, a.website_url, a.id::text) as app_id, a.title, a.icon, a.store_type, a.website_url,
         a.ts_created, a.version, count(*) over ()::int as total,
         coalesce((select sum(story_count) from story_group g where g.app_id = a.id and g.status <> 9), 0)::int as total_story_count,
         (select jsonb_agg(jsonb_build_object('id', i.id, 'title', i.title, 'token', i.token, 'app_id', i.app_id, 'is_default', i.is_default)
                 || case when $3 and ($7::uuid[] is null or a.id = any($7)) then jsonb_build_object('story_groups', coalesce((
                      select jsonb_agg(jsonb_build_object('id', g.id, 'title', g.title, 'icon', $4 || g.icon, 'status', g.status,
                                                          'pinned', array_position(o.pinned, g.id) is not null)
                             order by coalesce(array_position(o.pinned, g.id), cardinality(o.pinned) + array_position(o.unpinned, g.id), 0))
                        from story_group g left join instance_order o on o.instance_id = g.instance_id
                       where g.instance_id = i.id and g.status <> 9), '[]')) else '{}' end
                 order by i.position)
            from instance i where i.app_id = a.id and not i.deleted) as instances
    from app a
   where a.account_id = $1 and not a.deleted and ($2::uuid[] is null or a.id = any($2))
   order by a.ts_created desc, a.id desc limit $5 offset $6`;

/**
 * The apps of an account that a reader sees (null: all), newest first, with instances and, if asked for, the groups of
 * `group_apps` (null: all).
 */
export const listApps = async (
  db: Pick<Db, 'pool'>,
  mediaUrl: string,
  filter: {
    account_id: string;
    apps: string[] | null;
    with_story_groups: boolean;
    group_apps: string[] | null;
    limit: number;
    offset: number;
  },
): Promise<{ rows: AppRow[]; total: number }> => {
  const { rows } = await db.pool.query({
    name: 'catalog-list-apps',
    text: sql,
    values: [
      filter.account_id,
      filter.apps,
      filter.with_story_groups,
      mediaUrl + mediaPath(''),
      filter.limit,
      filter.offset,
      filter.group_apps,
    ],
  });
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(
      ({ total: _, ...row }): AppRow => ({
        ...row,
        icon: row.icon && mediaUrl + mediaPath(row.icon),
        store: row.store_type,
        token: row.instances[0]?.token ?? '',
        settings: { app_intent: null, is_sharable: false, ads: false, ad_frequency: null, ad_first: null },
      }),
    ),
  };
};
