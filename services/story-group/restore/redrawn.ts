import { mediaPath } from '#contracts/api/media-files.ts';
import type { RedrawnStory } from '#contracts/story-group/rows.ts';
import { livingStories, type StoryGroupState } from '#contracts/story-group/state.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { withPictures } from '#contracts/studio/media.ts';

/** So many stories are drawn; each design has up to 32 KiB, and the others are told in words. */
const most = 4;

const drawnOf = (story: StoryState, address: (key: string) => string): NonNullable<RedrawnStory['from']> => {
  const picture = story.thumbnail ?? story.media.thumbnail ?? (story.type === 1 ? story.media.key : null);
  return { studio: story.studio && withPictures(story.studio, address), picture: picture && address(picture) };
};

/** The first stories whose design differs between two states of a group, as they are drawn before and after. */
export const redrawnStories = (before: StoryGroupState, after: StoryGroupState, mediaUrl: string): RedrawnStory[] => {
  const address = (key: string) => mediaUrl + mediaPath(key);
  const was = new Map(livingStories(before).map((story) => [story.id, story]));
  const is = new Map(livingStories(after).map((story) => [story.id, story]));
  const differs = (id: string) =>
    JSON.stringify(was.get(id)?.studio ?? null) !== JSON.stringify(is.get(id)?.studio ?? null);
  return [...new Set([...is.keys(), ...was.keys()])]
    .filter(differs)
    .slice(0, most)
    .map((story_id) => {
      const [from, to] = [was.get(story_id), is.get(story_id)];
      return {
        story_id,
        title: (to ?? from)!.title,
        from: from ? drawnOf(from, address) : null,
        to: to ? drawnOf(to, address) : null,
      };
    });
};
