import { localStorageStore, type Store } from 'ra-core';
import { getSession } from '../api/session.ts';

/** Another number drops all that is kept. */
const version = '1';
const adopted = 'adopted';

/** Who is signed in in this tab, before anything about them is loaded; an empty text when nobody is. */
function userId(): string {
  try {
    const claims = getSession()?.token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(claims ?? '')) as { sub?: string }).sub ?? '';
  } catch {
    return '';
  }
}

/** Where preferences stood before there was one store: the beginning of a name, the new one with a star for the rest, and its value; may go in June 2027. */
const earlier = (id: string): readonly [from: string, to: string, value?: (text: string) => unknown][] => [
  ['storyrail.columns.', 'columns.*'],
  ['storyrail.content-filter.', 'content.filter.*'],
  ['storyrail.content-labels.', 'content.labels.*'],
  ['storyrail.instance-order.', 'home.order.*'],
  ['storyrail.last-app', 'selection.app'],
  ['storyrail.last-instance.', 'selection.instance.*'],
  ['storyrail.stories-view', 'stories.view'],
  ['storyrail.rows.admin.', '*.listParams', (text) => ({ filter: {}, page: 1, perPage: Number(text) })],
  [`storyrail.recent.${id}`, 'palette.recent'],
  [`storyrail.first-login.${id}`, 'help.begun'],
  ['storyrail.member', 'member', (text) => text === id],
];

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Takes over, once for each person, what this browser kept under names of its own. */
function adopt(store: Store, id: string): void {
  if (store.getItem(adopted)) return;
  try {
    for (const [from, to, value = parsed] of earlier(id))
      for (const [key, text] of Object.entries(localStorage))
        if (key.startsWith(from)) store.setItem(to.replace('*', key.slice(from.length)), value(String(text)));
    store.setItem(adopted, true);
  } catch {
    // Without storage nothing was kept.
  }
}

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
  const id = userId();
  const known = stores.get(id);
  if (known) return known;
  const kept = localStorageStore(version, `.${id}`);
  adopt(kept, id);
  const store = lasting(kept);
  stores.set(id, store);
  return store;
}
