import type { MobileStore } from '#contracts/api/store-question.ts';
import { hostPort } from '../../platform/outbound-url.ts';
import { type OutboundClient, openOutboundClient } from '../client.ts';
import { parsers } from '../parsers/pool.ts';
import { openAppleStore } from './apple.ts';
import { type CachedQuery, cachedQuery } from './cached-query.ts';
import { openGoogleStore } from './google.ts';
import { type StoreApp, type StoreReader, StoreUnavailable } from './store-app.ts';

/**
 * Looks apps up in their stores. Every call answers within 5 s; one that could not be answered well throws
 * StoreUnavailable.
 */
export interface StoreLookup {
  /** The app with an id, or null when the store has none. `fresh` asks the store even if it was asked a moment ago. */
  byId(store: MobileStore, id: string, options?: { fresh?: boolean }): Promise<StoreApp | null>;
  /** Apps whose name fits, the best first; none when nothing fits. */
  byName(store: MobileStore, name: string): Promise<StoreApp[]>;
}

const patienceMs = 4500;

/** The guarded client for what stands at addresses that the operator has set. */
export const openStoreClient = (...addresses: string[]): OutboundClient =>
  openOutboundClient(addresses.map((address) => hostPort(new URL(address))));

/** Where the stores are; stand-ins in tests. */
export interface StoreAddresses {
  apple: string;
  google: string;
}

/**
 * Opens the look-up of both stores, each over a guarded client of its own that may visit the place which the operator
 * has set for it, and nothing else inside a network; answers are kept for some minutes.
 */
export const openStoreLookup = (
  addresses: StoreAddresses,
  clientFor: (address: string) => OutboundClient = openStoreClient,
): StoreLookup => {
  const readers: Record<MobileStore, StoreReader> = {
    ios: openAppleStore(clientFor(addresses.apple), addresses.apple),
    android: openGoogleStore(clientFor(addresses.google), addresses.google),
  };
  const ids: CachedQuery<StoreApp | null> = cachedQuery((app) => app !== null);
  const names: CachedQuery<StoreApp[]> = cachedQuery((apps) => apps.length > 0);

  /** A name look-up on the network cannot be called off, so the answer does not wait for it. */
  const withTimeout = async <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    parsers.warm();
    const ended = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        ended.abort();
        reject(new StoreUnavailable('the store took too long'));
      }, patienceMs);
    });
    try {
      return await Promise.race([ask(ended.signal), late]);
    } catch (error) {
      throw error instanceof StoreUnavailable ? error : new StoreUnavailable(String(error));
    } finally {
      clearTimeout(timer);
      ended.abort();
    }
  };

  return {
    byId: (store, id, { fresh = false } = {}) =>
      ids(`${store} ${id.toLowerCase()}`, () => withTimeout((signal) => readers[store].byId(id, signal)), fresh),
    byName: (store, name) =>
      names(
        `${store} ${name.toLowerCase()}`,
        () => withTimeout((signal) => readers[store].byName(name, signal)),
        false,
      ),
  };
};
