import { mediaPath, type StoredMedia } from '#contracts/api/media.ts';
import {
  coverWidths,
  type PictureVariant,
  stillWidths,
  storyWidths,
  variantsOf,
} from '#contracts/api/picture-sizes.ts';
import type { ViewerListRef } from '#contracts/story-group/events.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import { isCapOpen } from '#contracts/story-group/stop.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { userWords } from '#contracts/words/user.en.ts';
import type { Db } from '#kernel/db/pool.ts';
import { say } from '#kernel/platform/say.ts';

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
              where lower(one.label) = lower($7)))
  ),
  page as materialized (
    select *, count(*) over ()::int as total from picked order by instance_id, place limit $8 offset $9
  )
  select g.*, p.pinned, p.place, p.total, case when m.id is null then '' when m.phase = 'ended' then $10 else coalesce(v.value, '') end as creator,
         coalesce(t.thumbnails, '[]') as thumbnails
    from page p
    join story_group g on g.id = p.id
    left join member m on m.id = g.user_id
    left join personal_value v on v.ref = coalesce(m.firstname_ref, m.lastname_ref)
    left join lateral (
      select jsonb_agg(s.poster) as thumbnails
        from (select coalesce(thumbnail_key, media->>'thumbnail', media->>'key') as poster
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

/** What a story shows, as its row calls it. */
const mediaKind = (mime_type: string): StoryRow['media_type'] => {
  if (mime_type === 'image/gif') return 'gif';
  return mime_type.startsWith('video/') ? 'video' : 'image';
};

/** The sizes of the picture that stands for a story in lists; the width of a poster that was uploaded is not known here. */
const storyVariants = (
  { thumbnail_key, media }: { thumbnail_key: string | null; media: StoredMedia },
  address: (key: string) => string,
): PictureVariant[] => {
  if (thumbnail_key) return variantsOf(address(thumbnail_key), storyWidths);
  if (mediaKind(media.mime_type) !== 'video')
    return variantsOf(address(media.key), media.mime_type === 'image/gif' ? stillWidths : storyWidths, media.width);
  return media.thumbnail ? variantsOf(address(media.thumbnail), storyWidths, media.width) : [];
};

const storiesSql = `
  select s.*, g.version, g.type as story_group_type, g.icon from story s join story_group g on g.id = s.story_group_id
   where s.story_group_id = $1 and s.status <> ${storyStatus.deleted} order by s.position`;

/** The stories of a group that are not deleted, in order. */
export const listStories = async (db: Pick<Db, 'pool'>, mediaUrl: string, groupId: string): Promise<StoryRow[]> => {
  const { rows } = await db.pool.query({ name: 'catalog-list-stories', text: storiesSql, values: [groupId] });
  const address = (key: string) => mediaUrl + mediaPath(key);
  const addressOrNull = (key: string | null) => key && address(key);
  return rows.map((row, index): StoryRow => {
    const { media } = row;
    return {
      id: row.id,
      story_group_id: row.story_group_id,
      story_group_type: row.story_group_type,
      app_id: row.app_id,
      title: row.title,
      name: row.title,
      icon: mediaUrl + mediaPath(row.icon),
      type: row.type,
      status: row.status,
      user_id: row.user_id,
      media: mediaUrl + mediaPath(media.key),
      mime_type: media.mime_type,
      media_type: mediaKind(media.mime_type),
      thumbnail: addressOrNull(row.thumbnail_key ?? media.thumbnail),
      variants: storyVariants(row, address),
      width: media.width,
      height: media.height,
      duration_ms: media.duration_ms,
      button_text: row.button_text,
      outlink: row.outlink,
      deep_link: row.deep_link,
      target_cap: row.target_cap,
      studio: null,
      sort_order: index,
      ts_start: row.ts_start,
      ts_end: row.ts_end,
      ts_created: row.ts_created,
      ts_updated: row.ts_updated,
      version: row.version,
    };
  });
};
