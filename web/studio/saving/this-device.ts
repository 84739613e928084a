import { createStore, delMany, getMany, keys, set } from 'idb-keyval';
import { newKey } from '../../dashboard/api/http.ts';
import { draftsKeptOn, type KeptDrafts } from './kept-drafts.ts';

/** A window that just closed may hold its lock for a moment longer. */
const closingMs = 300;

const lockOf = (id: string) => `storyrail.studio.${id}`;

/**
 * An id that no other window has, also one that is a copy of this. It is locked until the window is gone, however it goes;
 * where a browser has no locks, as without https, every other window is taken for gone.
 */
function lockedWindow(): { id: string; isOver: (id: string) => Promise<boolean> } {
  const id = newKey();
  const locks = navigator.locks as LockManager | undefined;
  void locks?.request(lockOf(id), () => new Promise<never>(() => undefined)).catch(() => undefined);
  return {
    id,
    isOver: async (other) => {
      if (!locks) return true;
      try {
        const signal = AbortSignal.timeout(closingMs);
        return await locks.request(lockOf(other), { mode: 'shared', signal }, () => true);
      } catch {
        return false;
      }
    },
  };
}

let kept: KeptDrafts | undefined;

/** What this device keeps, for this window. */
export function keptHere(): KeptDrafts {
  if (kept) return kept;
  const store = createStore('storyrail-studio', 'kept');
  kept = draftsKeptOn(
    {
      keys: () => keys<string>(store),
      get: (names) => getMany(names, store),
      set: (name, value) => set(name, value, store),
      delete: (names) => delMany(names, store),
    },
    lockedWindow(),
  );
  return kept;
}
