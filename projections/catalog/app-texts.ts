import { mediaPath } from '#contracts/api/media-files.ts';
import { type AppRow, detailedInfo } from '#contracts/app/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import type { Db } from '#kernel/db/pool.ts';

// One pass over the groups of the apps; instances and groups come as the text that goes out, which is several times cheaper
// than objects of JSON. `groups` says whether the groups themselves are wanted.
const sql = (groups: boolean): string => `
  with placed as (
    select p.id, p.place, p.place <= cardinality(o.pinned) as pinned
      from instance i join instance_order o on o.instance_id = i.id
     cross join lateral unnest(o.pinned || o.unpinned) with ordinality as p (id, place)
     where ${groups} and i.app_id = any($1) and not i.deleted),
  grouped as materialized (
    select g.app_id, g.instance_id, sum(g.story_count)::int as stories,
           ${
             groups
               ? `string_agg(
                    concat('{"id":"', g.id, '","title":', to_json(g.title), ',"icon":', to_json($2::text || g.icon),
                           ',"status":', g.status, ',"pinned":', case when p.pinned then 'true}' else 'false}' end),
                    ',' order by coalesce(p.place, 0))`
               : `$2::text`
           } as story_groups
      from story_group g ${groups ? 'left join placed p on p.id = g.id' : ''}
     where g.app_id = any($1) and g.status <> ${groupStatus.archived} group by g.app_id, g.instance_id),
  listed as (
    select i.app_id, (array_agg(i.token order by i.position))[1] as token,
           string_agg(concat('{"id":"', i.id, '","title":', to_json(i.title), ',"token":', to_json(i.token),
                             ',"app_id":"', i.app_id, '","is_default":', case when i.is_default then 'true' else 'false' end,
                             ${groups ? `',"story_groups":[', g.story_groups, ']'` : `''`}, '}'),
                      ',' order by i.position) as instances,
           ${groups ? `string_agg(g.story_groups, ',' order by i.position)` : '$2::text'} as story_groups
      from instance i left join grouped g on g.instance_id = i.id
     where i.app_id = any($1) and not i.deleted group by i.app_id),
  counted as (select app_id, sum(stories)::int as stories from grouped group by app_id)
  select a.id, coalesce(a.store_id, a.website_url, a.id::text) as app_id, a.title, a.icon, a.store_type, a.website_url,
         a.ts_created, a.version, a.developer, a.category, a.is_live, a.settings,
         coalesce(c.stories, 0) as total_story_count, l.token, coalesce(l.instances, '') as instances,
         coalesce(l.story_groups, '') as story_groups
    from app a left join counted c on c.app_id = a.id left join listed l on l.app_id = a.id
   where a.id = any($1) and not a.deleted`;

const withGroups = { name: 'catalog-app-texts-groups', text: sql(true) };
const withoutGroups = { name: 'catalog-app-texts', text: sql(false) };

type Face = Omit<AppRow, 'instances'>;

/** Apps as the JSON text of their rows, with the groups of their instances if asked for; an app that is deleted is left out. */
export const readAppTexts = async (
  db: Pick<Db, 'pool'>,
  mediaUrl: string,
  ids: readonly string[],
  groups: boolean,
): Promise<Map<string, Buffer>> => {
  if (ids.length === 0) return new Map();
  const prefix = mediaUrl + mediaPath('');
  const { rows } = await db.pool.query({ ...(groups ? withGroups : withoutGroups), values: [ids, prefix] });
  return new Map(
    rows.map(({ instances, story_groups, ...stored }): [string, Buffer] => {
      const row = { ...stored, icon: stored.icon && prefix + stored.icon };
      const face: Face = { ...row, store: row.store_type, token: row.token ?? '', detailed_info: detailedInfo(row) };
      const listed = groups ? `,"story_groups":[${story_groups}]` : '';
      return [row.id, Buffer.from(`${JSON.stringify(face).slice(0, -1)},"instances":[${instances}]${listed}}`)];
    }),
  );
};
