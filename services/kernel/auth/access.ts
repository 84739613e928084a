import { LRUCache } from 'lru-cache';
import type { Kernel } from '../kernel.ts';
import type { Principal } from './principal.ts';

const freshMs = 500;
const maxEntries = 20_000;
const confirmedMs = 1000;

const confirmedAt = new WeakMap<Principal, number>();

/** Whether the database has said less than a second ago that a session lives and who it speaks for. */
export const isConfirmed = (principal: Principal): boolean =>
  performance.now() - (confirmedAt.get(principal) ?? Number.NEGATIVE_INFINITY) < confirmedMs;

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
          if (found) confirmedAt.set(found, now);
          else if (entries.get(sessionId) === entry) entries.delete(sessionId);
        },
        () => void (entries.get(sessionId) === entry && entries.delete(sessionId)),
      );
      return principal;
    },
  };
};
