import type { MobileStore } from '#contracts/api/store-question.ts';

/** An app as its store shows it; `icon` is an address in the store, texts are one line and clean. */
export interface StoreApp {
  store_type: MobileStore;
  /** `id<number>` or a package name: the same for every way to ask for the app. */
  store_id: string;
  /** The other id that the store knows the app by; null when there is none. */
  bundle_id: string | null;
  title: string;
  developer: string | null;
  category: string | null;
  icon: string | null;
  url: string;
}

/** One store. What it answers is checked; anything else than an answer to the question throws. */
export interface StoreReader {
  byId(id: string, signal: AbortSignal): Promise<StoreApp | null>;
  byName(name: string, signal: AbortSignal): Promise<StoreApp[]>;
}

/** The store did not answer, or what came was no answer. */
export class StoreUnavailable extends Error {}

/** How many apps a search answers at most. */
export const maxResults = 5;
