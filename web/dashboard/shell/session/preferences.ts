import { localStorageStore, type Store } from 'ra-core';
import { sessionPerson } from '../../api/session.ts';

/** Another number drops all that is kept. */
const version = '1';

/** The store as pages have it: it outlives a session, and what the browser has no room for holds for this page. */
function lasting(store: Store): Store {
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks for a value says what it is, as everywhere in react-admin's store
  const passing = new Map<string, any>();
  const readers = new Set<{ key: string; read: (value: unknown) => void }>();
  return {
    ...store,
    setup: () => {
      try {
        store.setup();
      } catch {
        // Without room there is no version to keep either.
      }
    },
    reset: () => undefined,
    getItem: (key, otherwise) => (passing.has(key) ? passing.get(key) : store.getItem(key, otherwise)),
    setItem: (key, value) => {
      passing.delete(key);
      try {
        store.setItem(key, value);
      } catch {
        passing.set(key, value);
        for (const reader of readers) if (reader.key === key) reader.read(value);
      }
    },
    subscribe: (key, read) => {
      const reader = { key, read };
      const stop = store.subscribe(key, read);
      readers.add(reader);
      return () => {
        readers.delete(reader);
        stop();
      };
    },
  };
}

const stores = new Map<string, Store>();

/** What the signed-in person prefers, kept in this browser for them alone: one store, the same each time. */
export function preferences(): Store {
  const id = sessionPerson() ?? '';
  const known = stores.get(id);
  if (known) return known;
  const store = lasting(localStorageStore(version, `.${id}`));
  stores.set(id, store);
  return store;
}
