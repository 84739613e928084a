import { mediaUrl } from '#contracts/api/media.ts';
import { imageTypes } from '#contracts/api/media-files.ts';
import { copiedDesign } from '#contracts/studio/copies.ts';
import { isDesign } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { newKey } from '../api/http.ts';
import type { ReadyStory } from '../group/uploads/upload.ts';

/** What the page is opened with: the group that stories are added to, and stories to begin with. */
export interface StoryAddState {
  groupId: string;
  stories: ReadyStory[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A design for a copy: ids of its own, so that answers to one never count for the other. */
function designOf(given: unknown): Studio | null {
  if (!isDesign(given)) return null;
  return copiedDesign({ studio: given as unknown as Studio, conditions: null }, newKey(), new Map()).studio;
}

function readyStory(given: unknown, place: number): ReadyStory[] {
  if (typeof given !== 'object' || given === null) return [];
  const story = given as Record<string, unknown>;
  const media = mediaUrl.safeParse(story.media);
  if (!media.success) return [];
  const video = story.type === 2;
  return [
    {
      // The form names fields by it.
      id: /^[\w-]+$/.test(text(story.id)) ? text(story.id) : String(place),
      title: text(story.title) || text(story.name),
      button_text: text(story.button_text),
      outlink: text(story.outlink),
      deep_link: text(story.deep_link),
      studio: designOf(story.studio),
      stored: {
        file: media.data,
        mime_type: text(story.mime_type) || (video ? 'video/mp4' : imageTypes[0]),
        width: null,
        height: null,
        duration_ms: null,
        bytes: 0,
        ...(video && text(story.thumbnail) ? { thumbnail: text(story.thumbnail) } : {}),
      },
    },
  ];
}

/** Reads `{group, stories}` of the navigation state; null without a group. Stories without media are passed over. */
export function readState(state: unknown): StoryAddState | null {
  const { group, stories } = (state ?? {}) as { group?: { id?: unknown }; stories?: unknown };
  const groupId = text(group?.id);
  if (!groupId) return null;
  return { groupId, stories: Array.isArray(stories) ? stories.flatMap(readyStory) : [] };
}
