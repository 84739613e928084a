/** Small texts that outlive the page; every call is harmless where storage is refused or full. */
export type Store = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(prefix: string): string[];
};

const prefix = 'story-rail:';

/** A store over localStorage; `allowed` is asked at each call, so withdrawn consent takes effect at once. */
export function createStore(allowed: () => boolean): Store {
  const attempt = <T>(act: (storage: Storage) => T, otherwise: T): T => {
    if (!allowed()) return otherwise;
    try {
      return act(localStorage);
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(prefix + key), null),
    set: (key, value) => attempt((storage) => storage.setItem(prefix + key, value), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(prefix + key), undefined),
    keys: (start) =>
      attempt(
        (storage) =>
          Object.keys(storage)
            .filter((key) => key.startsWith(prefix + start))
            .map((key) => key.slice(prefix.length)),
        [],
      ),
  };
}

/** Removes everything that the player ever stored on this origin. */
export function forgetStored(): void {
  const store = createStore(() => true);
  for (const key of store.keys('')) store.remove(key);
}
