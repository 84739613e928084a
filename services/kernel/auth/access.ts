import { LRUCache } from 'lru-cache';
import type { Kernel } from '../kernel.ts';
import { markConfirmed, type Principal } from './principal.ts';

const freshMs = 500;
const maxEntries = 20_000;

/** Looks up who a session speaks for; answers null when it has ended. Throws when the database cannot say. */
export type ReadPrincipal = (sessionId: string) => Promise<Principal | null>;

/**
 * A cache of live sessions: an entry is used for half a second, then read again, and all are dropped at once when any
 * process says that access has changed. It never answers from an entry that was not confirmed.
 */
export const createAccess = (
  kernel: Pick<Kernel, 'db' | 'facts' | 'notifier'>,
): { read: ReadPrincipal; stop: () => void } => {
  const entries = new LRUCache<string, { principal: Promise<Principal | null>; until: number }>({ max: maxEntries });
  const stop = kernel.notifier.on('access', () => entries.clear());
  return {
    stop,
    read(sessionId) {
      const now = performance.now();
      const held = entries.get(sessionId);
      if (held && held.until > now) return held.principal;
      const principal = kernel.facts.principal(kernel.db, sessionId);
      const entry = { principal, until: now + freshMs };
      entries.set(sessionId, entry);
      principal.then(
        (found) => {
          if (found) markConfirmed(found, now);
          else if (entries.get(sessionId) === entry) entries.delete(sessionId);
        },
        () => void (entries.get(sessionId) === entry && entries.delete(sessionId)),
      );
      return principal;
    },
  };
};
