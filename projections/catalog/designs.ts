import { Refusal } from '#contracts/api/errors.ts';
import { mediaPath } from '#contracts/api/media-files.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import type { StoryDesignRow } from '#contracts/story-group/story-rows.ts';
import { withPictures } from '#contracts/studio/media.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { Db } from '#kernel/db/pool.ts';

/** Selects stories of an account; `apps` are those whose groups the reader may look at, null all of them. */
interface DesignFilter {
  account_id: string;
  apps: string[] | null;
  ids: string[];
}

const designsSql = `
  select s.id, s.studio from story s join story_group g on g.id = s.story_group_id join instance i on i.id = g.instance_id
   where s.id = any($3::uuid[]) and s.status <> ${storyStatus.deleted}
     and g.account_id = $1 and not i.deleted and ($2::uuid[] is null or g.app_id = any($2::uuid[]))`;

/** The designs of those of some stories that have one; refused where none of the stories is there. Cost: one read by keys. */
export const listDesigns = async (
  db: Pick<Db, 'pool'>,
  mediaUrl: string,
  { account_id, apps, ids }: DesignFilter,
): Promise<StoryDesignRow[]> => {
  const { rows } = await db.pool.query<{ id: string; studio: Studio | null }>({
    name: 'catalog-list-designs',
    text: designsSql,
    values: [account_id, apps, ids],
  });
  if (rows.length === 0) throw new Refusal('NotFound');
  const address = (key: string) => mediaUrl + mediaPath(key);
  return rows.flatMap(({ id, studio }) => (studio ? [{ story_id: id, studio: withPictures(studio, address) }] : []));
};
