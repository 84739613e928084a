import { blankDesign } from '#contracts/studio/blank.ts';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import type { StoryContent } from '../state/story-content.ts';
import { isBlankDesign } from '../state/untouched.ts';

/** A draft as the studio edits it: without a design of its own it begins with a blank one. */
export const asEdited = (content: DraftContent): StoryContent => ({
  ...content,
  studio: content.studio ?? blankDesign(),
});

/** A story as it is saved; a design in which all is as usual is none. */
export const asSaved = (content: StoryContent): DraftContent => ({
  ...content,
  studio: isBlankDesign(content.studio) ? null : content.studio,
  ignored: [...content.ignored],
});
