import { createStore, del, get, set } from 'idb-keyval';
import type { History } from '../state/history.ts';
import type { StoryContent } from '../state/story-content.ts';

/** A content that the server did not have yet when it was kept, and the revision that it was changed from. */
export interface KeptDraft {
  content: StoryContent;
  rev: number;
  /** Unix ms. */
  at: number;
}

/** The history of a story, for the content and revision that it led to. */
export interface KeptHistory {
  history: History;
  rev: number;
}

const store = () => createStore('storyrail-studio', 'kept');
const draftOf = (person: string, storyId: string) => `${person}.draft.${storyId}`;
const historyOf = (person: string, storyId: string) => `${person}.history.${storyId}`;

// A browser that keeps nothing (private windows of some) loses only what it would have kept.
const quietly = async <Of>(work: () => Promise<Of>): Promise<Of | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};

/** What this device keeps of a person's drafts until the server has it. */
export const keptDrafts = {
  /** Answers whether it did. */
  keep: async (person: string, storyId: string, kept: KeptDraft): Promise<boolean> =>
    (await quietly(async () => {
      await set(draftOf(person, storyId), kept, store());
      return true;
    })) ?? false,
  forget: (person: string, storyId: string) => quietly(() => del(draftOf(person, storyId), store())),
  find: (person: string, storyId: string) => quietly(() => get<KeptDraft>(draftOf(person, storyId), store())),
  keepHistory: (person: string, storyId: string, kept: KeptHistory) =>
    quietly(() => set(historyOf(person, storyId), kept, store())),
  findHistory: (person: string, storyId: string) =>
    quietly(() => get<KeptHistory>(historyOf(person, storyId), store())),
} as const;
