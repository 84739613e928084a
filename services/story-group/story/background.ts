import { invalidField } from '#contracts/api/errors.ts';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import type { AddStory, ChangeStory } from '#contracts/story-group/story-commands.ts';
import { faultWords } from '#contracts/words/faults.en.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { storePlainPicture } from '#kernel/media/plain-picture.ts';

/** A story that was sent, with its image or video. */
export type StoryWithMedia<Sent extends AddStory = AddStory> = Sent & { media: string };

/**
 * A story with a medium: its own, or for one that has none a picture of the color of its design. Drawn before the command
 * begins, so that no transaction waits for a file. Refuses a story with neither.
 */
export const withMedium = async <Sent extends AddStory>(
  kernel: Pick<Kernel, 'config' | 'db' | 'files' | 'now'>,
  accountId: string,
  story: Sent,
): Promise<StoryWithMedia<Sent>> => {
  const background = story.studio?.background;
  if (story.media !== undefined) return { ...story, media: story.media };
  if (!background || story.type !== 1) throw invalidField('media', faultWords.upload);
  return { ...story, media: await storePlainPicture(kernel, accountId, background) };
};

/**
 * A picture for a story whose own was drawn for the background that its design had, and whose design gets another one: its
 * address. Drawn before the command begins. Null where there is none to draw.
 */
export const redrawnBackground = async (
  kernel: Pick<Kernel, 'config' | 'db' | 'files' | 'now'>,
  accountId: string,
  storyId: string,
  { media, studio }: Pick<ChangeStory, 'media' | 'studio'>,
): Promise<string | null> => {
  if (!studio?.background) return null;
  const { rowCount } = await kernel.db.pool.query({
    name: 'drawn-for-another-background',
    text: `select from story s join upload u on u.account_id = s.account_id and u.key = s.media->>'key' and u.drawn
            where s.id = $1 and s.account_id = $2 and s.studio->>'background' is distinct from $3
              and coalesce($4, u.key) = u.key`,
    values: [storyId, accountId, studio.background, media === undefined ? null : (mediaKeyOf(media) ?? '')],
  });
  return rowCount ? storePlainPicture(kernel, accountId, studio.background) : null;
};
