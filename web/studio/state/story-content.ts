import type { StoryConditions } from '#contracts/studio/conditions.ts';
import type { Studio } from '#contracts/studio/shape.ts';

/** A story as the studio edits it: every field is there, and all of it is one draft. */
export interface StoryContent {
  title: string;
  /** 1: an image, 2: a video. */
  type: 1 | 2;
  /** The address of the story's own image or video; null while there is none. */
  media: string | null;
  thumbnail: string | null;
  studio: Studio;
  conditions: StoryConditions | null;
  /** The keys of suggestions that people decided to ignore. */
  ignored: readonly string[];
}

/** The address of the picture that stands for a story: its own image, or the first frame of its video; null while there is none. */
export const contentPicture = ({ type, media, thumbnail }: StoryContent): string | null =>
  type === 2 ? thumbnail : media;
