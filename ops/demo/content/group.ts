import { readFileSync } from 'node:fs';

/** What becomes of a group in the month that is shown. */
export type Fate = 'runs' | 'pinned' | 'paused' | 'ended' | 'deleted' | 'test' | 'waits' | 'approved' | 'resumed';

/** A story to make: a picture, or a short video. `link` is the text of its button and where it leads. */
export interface StoryIdea {
  title: string;
  /** The name of its file in `pictures/<app>`, without an ending; a video has its first frame beside it. */
  picture: string;
  film?: true;
  link?: readonly [words: string, path: string];
}

/**
 * A story group to make. `born` is the day of the month shown on which it appears, `pull` how much people like it (1:
 * usual).
 */
export interface GroupIdea {
  title: string;
  /** The name of its cover's file. */
  cover: string;
  /** Which of the app's instances; 0 is the Default one. */
  instance: number;
  born: number;
  pull: number;
  fate: Fate;
  labels?: string[][];
  words: string;
  stories: readonly StoryIdea[];
}

/** The story groups of an app of the demo, oldest first. */
export const readGroupIdeas = (app: 'shop' | 'news' | 'game'): readonly GroupIdea[] =>
  JSON.parse(readFileSync(new URL(`./${app}.json`, import.meta.url), 'utf8'));
