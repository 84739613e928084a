import { type AppRow, detailedInfo } from '#contracts/app.ts';
import { mediaPath } from '#contracts/media.ts';
import type { Db } from '#kernel/db/pool.ts';

// One pass over each table of the account; instances and groups come as the text that goes out.
const sql = `
  with mine as (
    select a.*, count(*) over ()::int as total from app a
     where a.account_id = $1 and not a.deleted and ($2::uuid[] is null or a.id = any($2))
     order by a.ts_created desc, a.id desc limit $5 offset $6),
  placed as (
    select p.id, p.place, p.place <= cardinality(o.pinned) as pinned
      from mine a join instance i on i.app_id = a.id and not i.deleted join instance_order o on o.instance_id = i.id
     cross join lateral unnest(o.pinned || o.unpinned) with ordinality as p (id, place)
     where $3 and ($7::uuid[] is null or a.id = any($7))),
  grouped as materialized (
    select g.instance_id,
           json_agg(json_build_object('id', g.id, 'title', g.title, 'icon', $4 || g.icon, 'status', g.status,
                                      'pinned', coalesce(p.pinned, false))
                    order by coalesce(p.place, 0)) as story_groups
      from story_group g left join placed p on p.id = g.id
     where $3 and g.account_id = $1 and g.status <> 9 group by g.instance_id),
  listed as materialized (
    select i.app_id, (array_agg(i.token order by i.position))[1] as token,
           json_agg(case when $3 and ($7::uuid[] is null or i.app_id = any($7))
                    then json_build_object('id', i.id, 'title', i.title, 'token', i.token, 'app_id', i.app_id,
                                           'is_default', i.is_default, 'story_groups', coalesce(g.story_groups, '[]'))
                    else json_build_object('id', i.id, 'title', i.title, 'token', i.token, 'app_id', i.app_id,
                                           'is_default', i.is_default) end
                    order by i.position)::text as instances
      from mine a join instance i on i.app_id = a.id and not i.deleted left join grouped g on g.instance_id = i.id
     group by i.app_id),
  counted as materialized (
    select app_id, sum(story_count)::int as stories from story_group where account_id = $1 and status <> 9 group by app_id)
  select a.id, coalesce(a.store_id, a.website_url, a.id::text) as app_id, a.title, a.icon, a.store_type, a.website_url,
         a.ts_created, a.version, a.developer, a.category, a.is_live, a.settings, a.total,
         coalesce(c.stories, 0) as total_story_count, l.token, coalesce(l.instances, '[]') as instances
    from mine a left join counted c on c.app_id = a.id left join listed l on l.app_id = a.id
   order by a.ts_created desc, a.id desc`;

type Face = Omit<AppRow, 'instances'>;

/** A JSON object with one more field, whose value is JSON text already. */
const withText = (face: Face, field: string, json: string): string =>
  `${JSON.stringify(face).slice(0, -1)},${JSON.stringify(field)}:${json}}`;

/**
 * The apps of an account that a reader sees (null: all), newest first, with instances and, if asked for, the groups of
 * `group_apps` (null: all), as the JSON text of `{data, total}`: what is many is written by Postgres.
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
): Promise<string> => {
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
  const texts = rows.map(({ total: _, instances, ...stored }): string => {
    const row = { ...stored, icon: stored.icon && mediaUrl + mediaPath(stored.icon) };
    const face: Face = { ...row, store: row.store_type, token: row.token ?? '', detailed_info: detailedInfo(row) };
    return withText(face, 'instances', instances);
  });
  return `{"data":[${texts.join(',')}],"total":${rows[0]?.total ?? 0}}`;
};
