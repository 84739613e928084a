import { mediaUrl } from '#contracts/api/media.ts';
import { imageTypes } from '#contracts/api/media-files.ts';
import { storyConditions } from '#contracts/studio/conditions.ts';
import { copiedDesign } from '#contracts/studio/copies.ts';
import { isDesign } from '#contracts/studio/flat.ts';
import { deliveredConditions, goalsAmong } from '#contracts/studio/resting.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { newKey } from '../api/http.ts';
import type { ReadyStory } from '../group/uploads/upload.ts';

/** What the page is opened with: the group that stories are added to, and stories to begin with. */
export interface StoryAddState {
  groupId: string;
  stories: ReadyStory[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Design and rules for a copy: ids of its own, so that answers to one never count for the other, and of the rules those that
 * hold without the other stories of its group.
 */
function copyOf(given: Record<string, unknown>): Pick<ReadyStory, 'studio' | 'conditions' | 'losesRules'> {
  const studio = isDesign(given.studio) ? (given.studio as unknown as Studio) : null;
  const had = storyConditions.safeParse(given.conditions).data ?? null;
  const kept = deliveredConditions({ id: '', studio, conditions: had }, goalsAmong([]));
  const losesRules =
    had !== null && (had.rules.length > (kept?.rules.length ?? 0) || had.next !== (kept?.next ?? null));
  return { ...copiedDesign({ studio, conditions: kept }, newKey(), new Map()), losesRules };
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
      ...copyOf(story),
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
