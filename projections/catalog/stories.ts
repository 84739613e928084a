import type { StoredMedia } from '#contracts/api/media.ts';
import { mediaPath } from '#contracts/api/media-files.ts';
import { type PictureVariant, stillWidths, storyWidths, variantsOf } from '#contracts/api/picture-sizes.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import type { StoryConditions } from '#contracts/studio/conditions.ts';
import { type GoalStory, goalsOf } from '#contracts/studio/goals.ts';
import { withPictures } from '#contracts/studio/media.ts';
import { type Goals, goalsAmong, restingOf, restReasons } from '#contracts/studio/resting.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';

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

type GoalRow = Omit<GoalStory, 'state'> & { status: number; conditions: StoryConditions | null };

/** Where the rules of a group's stories may lead; asks for deleted ones only where there are rules. */
const readGoals = async (
  db: Pick<Db, 'pool'>,
  groupId: string,
  rows: readonly GoalRow[],
  now: UnixSeconds,
): Promise<Goals> => {
  if (rows.every(({ conditions }) => conditions === null)) return goalsAmong([]);
  const { rows: deleted } = await db.pool.query<Omit<GoalStory, 'state'>>({
    name: 'catalog-deleted-stories',
    text: `select id, ts_start, ts_end from story where story_group_id = $1 and status = ${storyStatus.deleted}`,
    values: [groupId],
  });
  const living = rows.map(
    (row): GoalStory => ({ ...row, state: row.status === storyStatus.active ? 'active' : 'inactive' }),
  );
  return goalsOf([...living, ...deleted.map((row): GoalStory => ({ ...row, state: 'deleted' }))], now);
};

/**
 * How many bounds of its stories' times a group with rules is past: between two that follow one another, time changes nothing
 * of which rules rest. None where there are no rules.
 */
export const countPassedBounds = async ({ db, now }: Pick<Kernel, 'db' | 'now'>, groupId: string): Promise<number> => {
  const { rows } = await db.pool.query<{ passed: number }>({
    name: 'catalog-passed-bounds',
    text: `select (count(*) filter (where ts_start <= $2) + count(*) filter (where ts_end <= $2))::int as passed
             from story where story_group_id = $1 and status = ${storyStatus.active} and exists (
               select from story where story_group_id = $1 and status <> ${storyStatus.deleted} and conditions is not null)`,
    values: [groupId, toSeconds(now())],
  });
  return rows[0]!.passed;
};

/** The stories of a group that are not deleted, in order. */
export const listStories = async (
  { db, config, now }: Pick<Kernel, 'db' | 'config' | 'now'>,
  groupId: string,
): Promise<StoryRow[]> => {
  const { MEDIA_URL: mediaUrl } = config;
  const { rows } = await db.pool.query({ name: 'catalog-list-stories', text: storiesSql, values: [groupId] });
  const goals = await readGoals(db, groupId, rows, toSeconds(now()));
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
      studio: row.studio && withPictures(row.studio, address),
      conditions: row.conditions,
      resting: restingOf(row, goals).map((one) => ({ ...one, message: say(restReasons[one.reason]) })),
      sort_order: index,
      ts_start: row.ts_start,
      ts_end: row.ts_end,
      ts_created: row.ts_created,
      ts_updated: row.ts_updated,
      version: row.version,
    };
  });
};
