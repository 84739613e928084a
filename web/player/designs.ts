import type { Answers } from './answers.ts';
import type { Results } from './api.ts';
import type { PlayerEventType, Story } from './protocol.ts';
import type { Words } from './words.ts';

/** The number that both files of the player say: of a release with another one nothing is drawn. */
export const designNumber = 2;

/** What designs need of the viewer that shows them. */
export type DesignHost = {
  /** Lies over the stage and has its size. */
  board: HTMLElement;
  words: Words;
  locale: string;
  rtl: boolean;
  answers: Answers;
  /** How others answered a story; null where that cannot be had. */
  results(storyId: string): Promise<Results | null>;
  /** Tells the page, with the group and the story; false when it prevented the default. */
  emit(name: string, detail: Record<string, unknown>, cancelable?: boolean): boolean;
  track(type: PlayerEventType, componentId: string, value?: string | number): void;
  /** Takes the focus from what goes away. */
  focus(): void;
  /** Has a text read out. */
  say(text: string): void;
  /** The story waits, or goes on. */
  wait(on: boolean): void;
  /** The way through the group may be another one. */
  answered(): void;
  /** An answer leads on. */
  goOn(): void;
  /** Swipes and presses on what is drawn. */
  watch(element: HTMLElement): void;
};

/** The designs of one viewer, one at a time. */
export type Designs = {
  /** Draws a story over its medium, which lies on the board from now on. */
  show(story: Story, medium: HTMLElement): void;
  /** Each frame: the story's time in ms, and whether it is watched. */
  beat(ms: number, front: boolean): void;
  /** Makes what was chosen final, as when the story is left. */
  settle(): void;
  /** The link of the swipe, where one is shown. */
  swipe(): HTMLAnchorElement | null;
  /** Takes down what is drawn. */
  clear(): void;
};

/** The second file of the player; `prepare` has the words of a language come. */
export type DesignModule = {
  number: number;
  prepare(locale: string): Promise<void>;
  createDesigns(host: DesignHost): Designs;
};

/** The second file: `now` where it has come, `load` asks for it, again where it did not come, and answers null then. */
export type DesignLoader = { now(): DesignModule | null; load(locale: string): Promise<DesignModule | null> };

/** Loads the second file from beside the first, once for all players of a page. */
export function createDesignLoader(script: string): DesignLoader {
  const address = new URL('modules/design.js', script);
  let module: DesignModule | null = null;
  let loading: Promise<DesignModule | null> | null = null;
  let tries = 0;
  async function ask(locale: string): Promise<DesignModule | null> {
    // A browser may remember that an address failed.
    if (tries++) address.search = `?${tries}`;
    try {
      const loaded = (await import(/* @vite-ignore */ address.href)) as DesignModule;
      if (loaded.number !== designNumber) return null;
      await loaded.prepare(locale);
      module = loaded;
    } catch {
      // The medium is shown without its design.
    }
    return module;
  }
  return {
    now: () => module,
    load(locale) {
      loading ??= ask(locale).finally(() => {
        if (!module) loading = null;
      });
      return loading;
    },
  };
}
