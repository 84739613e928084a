import { invalidField } from '#contracts/api/errors.ts';
import type { AddStory } from '#contracts/story-group/story-commands.ts';
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
