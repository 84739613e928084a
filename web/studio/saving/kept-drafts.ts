import { newKey } from '../../dashboard/api/http.ts';
import type { History } from '../state/history.ts';
import type { StoryContent } from '../state/story-content.ts';

/** A content that the server did not have yet when it was kept, and the revision that it was changed from. */
export interface KeptDraft {
  content: StoryContent;
  rev: number;
  /** Unix ms. */
  at: number;
}

/** What a window left of a story, and where it lies. */
export interface LeftDraft extends KeptDraft {
  key: string;
}

/** The history of a story, for the content and revision that it led to. */
export interface KeptHistory {
  history: History;
  rev: number;
}

/** What this device keeps of one story that is open in one window, which no other window touches. */
export interface KeptPlace {
  /** Answers whether it did. */
  keep: (kept: KeptDraft) => Promise<boolean>;
  forget: () => Promise<unknown>;
}

/** Where values lie by key, for every window of this device. */
export interface Shelf {
  keys: () => Promise<string[]>;
  get: (keys: string[]) => Promise<unknown[]>;
  set: (key: string, value: unknown) => Promise<unknown>;
  delete: (keys: string[]) => Promise<unknown>;
}

/** A window among those of this device. */
export interface ThisWindow {
  id: string;
  /** Whether another window is closed, or is gone otherwise. */
  isOver: (id: string) => Promise<boolean>;
}

/** So long does lie, in ms, what a window left and nobody decided about. */
const mostMs = 90 * 86_400_000;

const drafts = '.draft.';
const draftOf = (person: string, storyId: string) => `${person}${drafts}${storyId}`;
const historyOf = (person: string, storyId: string) => `${person}.history.${storyId}`;

// A browser that keeps nothing (private windows of some) loses only what it would have kept.
const quietly = async <Of>(work: () => Promise<Of>): Promise<Of | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};

/** What a device keeps of drafts until the server has it, as one of its windows sees it. */
export function draftsKeptOn(shelf: Shelf, own: ThisWindow) {
  // A key without a window is that of the one entry that all windows once shared.
  const isOver = async (window: string | undefined): Promise<boolean> =>
    window === undefined || window === own.id || own.isOver(window);
  const drop = (names: string[]) => quietly(() => shelf.delete(names));
  const all = async (): Promise<LeftDraft[]> => {
    const names = (await shelf.keys()).filter((key) => key.includes(drafts));
    const values = (await shelf.get(names)) as (KeptDraft | undefined)[];
    return names.flatMap((key, at) => (values[at] ? [{ ...values[at], key }] : []));
  };
  /** What windows that are over left of a story, the newest first; what nobody came back to goes. */
  const find = async (person: string, storyId: string): Promise<LeftDraft[]> => {
    const place = draftOf(person, storyId);
    const found = await all();
    const tooOld = found.filter(({ at }) => at < Date.now() - mostMs);
    if (tooOld.length > 0) void drop(tooOld.map(({ key }) => key));
    const ofStory = found.filter((one) => !tooOld.includes(one) && `${one.key}.`.startsWith(`${place}.`));
    const over = await Promise.all(
      ofStory.map(({ key }) => isOver(key.slice(place.length + 1).split('.')[0] || undefined)),
    );
    return ofStory.filter((_, at) => over[at]).sort((one, other) => other.at - one.at);
  };
  return {
    /** The place of a story for as long as it is open in this window. */
    place: (person: string, storyId: string): KeptPlace => {
      const key = `${draftOf(person, storyId)}.${own.id}.${newKey()}`;
      return {
        keep: async (kept) => (await quietly(() => shelf.set(key, kept).then(() => true))) ?? false,
        forget: () => drop([key]),
      };
    },
    find: async (person: string, storyId: string) => (await quietly(() => find(person, storyId))) ?? [],
    drop: (left: readonly LeftDraft[]) => drop(left.map(({ key }) => key)),
    keepHistory: (person: string, storyId: string, kept: KeptHistory) =>
      quietly(() => shelf.set(historyOf(person, storyId), kept)),
    findHistory: async (person: string, storyId: string) =>
      (await quietly(() => shelf.get([historyOf(person, storyId)])))?.[0] as KeptHistory | undefined,
  } as const;
}

/** What keeps drafts. */
export type KeptDrafts = ReturnType<typeof draftsKeptOn>;
