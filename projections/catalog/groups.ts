import { mediaPath } from '#contracts/api/media-files.ts';
import { coverWidths, variantsOf } from '#contracts/api/picture-sizes.ts';
import type { ViewerListRef } from '#contracts/story-group/events.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import { isCapOpen } from '#contracts/story-group/stop.ts';
import { userWords } from '#contracts/words/user.en.ts';
import type { Db } from '#kernel/db/pool.ts';
import { say } from '#kernel/platform/say.ts';
import { anyCase } from '../any-case.ts';

interface GroupFilter {
  account_id: string;
  /** Apps that the reader sees; null means all of the account. */
  apps: string[] | null;
  app_id?: string | undefined;
  instance_id?: string | undefined;
  ids?: string[] | undefined;
  statuses?: number[] | undefined;
  label?: string | undefined;
  limit: number;
  offset: number;
}

// What is sorted is narrow; the rows of a page are read after it is cut out, with one short lateral each for posters.
const listSql = `
  with picked as (
    select g.id, g.instance_id, coalesce(array_position(o.pinned, g.id) is not null, false) as pinned,
           coalesce(array_position(o.pinned, g.id), cardinality(o.pinned) + array_position(o.unpinned, g.id), 0) as place
      from story_group g
      join instance i on i.id = g.instance_id and not i.deleted
      left join instance_order o on o.instance_id = g.instance_id
     where g.account_id = $1
       and ($2::uuid[] is null or g.app_id = any($2))
       and ($3::uuid is null or g.app_id = $3)
       and ($4::uuid is null or g.instance_id = $4)
       and ($5::uuid[] is null or g.id = any($5))
       and (case when $6::int[] is null then g.status <> ${groupStatus.archived} or $5::uuid[] is not null else g.status = any($6) end)
       and ($7::text is null or exists (
             select from jsonb_array_elements(g.segments) as row (labels), jsonb_array_elements_text(row.labels) as one (label)
              where ${anyCase('one.label')} = ${anyCase('$7')}))
  ),
  page as materialized (
    select *, count(*) over ()::int as total from picked order by instance_id, place limit $8 offset $9
  )
  select g.*, p.pinned, p.place, p.total, case when m.id is null then '' when m.phase = 'ended' then $10 else coalesce(v.value, '') end as creator,
         coalesce(t.thumbnails, '[]') as thumbnails, coalesce(t.designs, '[]') as designs
    from page p
    join story_group g on g.id = p.id
    left join member m on m.id = g.user_id
    left join personal_value v on v.ref = coalesce(m.firstname_ref, m.lastname_ref)
    left join lateral (
      select jsonb_agg(s.poster) as thumbnails, jsonb_agg(s.designed) as designs
        from (select coalesce(thumbnail_key, media->>'thumbnail', media->>'key') as poster, case when studio is not null then id end as designed
                from story where story_group_id = p.id and status <> ${storyStatus.deleted} order by position limit 6) s
    ) t on true
   order by p.instance_id, p.place`;

const listRow = (list: ViewerListRef | null, address: (key: string) => string) =>
  list && { name: list.name, path: address(list.path), count: list.count };

/** Story groups of an account as the API answers them, in the order of their instance, and how many there are in all. */
export const listGroups = async (
  db: Pick<Db, 'pool'>,
  mediaUrl: string,
  filter: GroupFilter,
): Promise<{ rows: StoryGroupRow[]; total: number }> => {
  const { rows } = await db.pool.query({
    name: 'catalog-list-groups',
    text: listSql,
    values: [
      filter.account_id,
      filter.apps,
      filter.app_id ?? null,
      filter.instance_id ?? null,
      filter.ids ?? null,
      filter.statuses ?? null,
      filter.label ?? null,
      filter.limit,
      filter.offset,
      say(userWords.deletedMember),
    ],
  });
  const address = (key: string) => mediaUrl + mediaPath(key);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(
      ({ place, total: _, stopped_caps, ...row }): StoryGroupRow => ({
        ...row,
        cap_open: row.stopped !== groupStatus.capped || isCapOpen(row, stopped_caps),
        name: row.title,
        icon: address(row.icon),
        variants: variantsOf(address(row.icon), coverWidths),
        sort_order: Math.max(0, place - 1),
        thumbnails: row.thumbnails.map(address),
        settings: {
          ...row.settings,
          dynamic_segmentation: listRow(row.settings.dynamic_segmentation ?? null, address),
          thematic_icons: row.settings.thematic_icons && {
            dark: row.settings.thematic_icons.dark && address(row.settings.thematic_icons.dark),
          },
        },
      }),
    ),
  };
};
