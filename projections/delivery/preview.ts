import type { StoredMedia } from '#contracts/api/media.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import { withoutHidden } from '#contracts/studio/flat.ts';
import { noLink, storyLinkOf, swipeOf } from '#contracts/studio/links.ts';
import { upcastStudio } from '#contracts/studio/stored.ts';
import { type DocumentStory, lengthOf, toGroupDoc } from './document.ts';
import { isOpen } from './select.ts';

/** The draft of a story, as it is kept. */
export interface PreviewedDraft {
  story_id: string;
  content: DraftContent;
}

/** What is known of a draft's image or video; a plain picture stands for none. */
export type PreviewFile = Pick<StoredMedia, 'key' | 'mime_type' | 'width' | 'duration_ms' | 'thumbnail'>;

const draftedStory = (id: string, content: DraftContent, file: PreviewFile): DocumentStory => {
  const studio = content.studio && withoutHidden(upcastStudio({ ...content.studio }));
  const swipe = studio && swipeOf(studio);
  const type = file.mime_type.startsWith('video/') ? 2 : 1;
  return {
    id,
    title: content.title,
    type,
    active: true,
    media: file.key,
    thumbnail: content.thumbnail ?? file.thumbnail,
    mime_type: file.mime_type,
    width: file.width,
    ...(swipe ? storyLinkOf(swipe) : noLink),
    sort_order: 0,
    duration_ms: lengthOf(type, studio, file),
    ...(studio && { studio }),
    ...(content.conditions && { conditions: content.conditions }),
    ts_start: null,
    ts_end: null,
  };
};

/**
 * The stories that play in a preview of a group: those that are delivered now, each as its draft has it, those that are not
 * but have a draft, and after them new ones. A draft of a story that was deleted is left out. Null: the group is deleted.
 */
export const previewedStories = (
  state: StoryGroupState,
  drafts: readonly PreviewedDraft[],
  fileOf: (content: DraftContent) => PreviewFile,
  now: number,
): { group: NonNullable<ReturnType<typeof toGroupDoc>>; stories: DocumentStory[] } | null => {
  const group = toGroupDoc(state);
  if (!group) return null;
  const drafted = new Map(drafts.map(({ story_id, content }) => [story_id, content]));
  const published = group.stories.flatMap((story) => {
    const content = drafted.get(story.id);
    if (content) return [draftedStory(story.id, content, fileOf(content))];
    return story.active && isOpen(story, now) ? [story] : [];
  });
  const known = new Set(state.stories.map(({ id }) => id));
  const added = drafts
    .filter(({ story_id }) => !known.has(story_id))
    .map(({ story_id, content }) => draftedStory(story_id, content, fileOf(content)));
  return { group, stories: [...published, ...added].map((story, sort_order) => ({ ...story, sort_order })) };
};
