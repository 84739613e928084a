import { designChanges } from '#contracts/studio/changes.ts';
import type { StoryContent } from '../state/story-content.ts';

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields of a story that are no part of its design. */
export const plainFields = ['title', 'media', 'thumbnail'] as const;

/** In how many fields a draft differs from what is published. */
export const countChanges = (published: StoryContent, draft: StoryContent): number =>
  plainFields.filter((field) => published[field] !== draft[field]).length +
  (same(published.conditions, draft.conditions) ? 0 : 1) +
  designChanges(published.studio, draft.studio).length;
