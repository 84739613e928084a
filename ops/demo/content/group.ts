import type { Draft } from '../draw/draft.ts';
import type { Film } from '../draw/film.ts';

/** What becomes of a group in the month that is shown. */
export type Fate = 'runs' | 'pinned' | 'paused' | 'ended' | 'deleted' | 'test' | 'waits' | 'approved' | 'resumed';

/** A story to make: a picture, or a short video. `link` is the text of its button and where it leads. */
export interface StoryIdea {
  title: string;
  draft: Draft;
  film?: Film;
  link?: readonly [words: string, path: string];
}

/**
 * A story group to make. `born` is the day of the month shown on which it appears, `pull` how much people like it (1:
 * usual).
 */
export interface GroupIdea {
  title: string;
  cover: Draft;
  /** Which of the app's instances; 0 is the Default one. */
  instance: number;
  born: number;
  pull: number;
  fate: Fate;
  labels?: string[][];
  words: string;
  stories: readonly StoryIdea[];
}
