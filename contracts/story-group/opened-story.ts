import type { DraftContent } from '../studio/draft-content.ts';
import { leadsSomewhere, storyLinkOf } from '../studio/links.ts';
import type { Studio } from '../studio/shape.ts';
import { studio } from '../studio/studio.ts';
import { withSwipe } from '../studio/swipe.ts';
import type { StoryState } from './story.ts';

const openedDesign = (story: StoryState, past: Iterable<string>): Studio | null => {
  // A video has its own length, whatever the design said of an image before it.
  if (story.studio) return story.type === 2 ? { ...story.studio, duration_ms: null } : story.studio;
  return leadsSomewhere(story) ? withSwipe(studio.parse({ version: 1 }), storyLinkOf(story), past) : null;
};

/**
 * A published story as the studio opens it, with keys of files: the link of a story without a design is its swipe, and a
 * picture that was drawn for its background (`isDrawn`) is none. `past` are ids of components that it once had.
 */
export const openedStory = (
  story: StoryState,
  isDrawn: (key: string) => boolean,
  past: Iterable<string>,
): DraftContent => ({
  title: story.title,
  type: story.type,
  media: story.studio?.background && isDrawn(story.media.key) ? null : story.media.key,
  thumbnail: story.thumbnail,
  studio: openedDesign(story, past),
  conditions: story.conditions,
  ignored: [],
});
