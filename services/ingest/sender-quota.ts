import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EpochMs } from '#contracts/time.ts';
import { sipNumberHasher } from '#kernel/fast/sip-hash.ts';
import type { Config } from '#kernel/platform/config.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const mebibyte = 1024 * 1024;
/** Bound of the cache: senders and their viewers, together; some 40 bytes each. */
const maxWeight = 500_000;

/** What an address sent to an instance. Most have one viewer: a set of one would take ten times as much. */
interface Sender {
  /** The UTC day and hour that the counts are of, since 1970. */
  day: number;
  bytes: number;
  hour: number;
  viewers: number | Set<number> | null;
}

/** A sender and its viewers; one who would not fit by itself is kept alone. */
const weightOf = ({ viewers }: Sender): number =>
  typeof viewers === 'object' ? Math.min(1 + (viewers?.size ?? 0), maxWeight) : 2;

/**
 * 32 bits of a viewer's keyed hash: two viewers of one sender collide once in a million times, and nobody without the
 * key can construct a collision.
 */
const fingerprint = (viewer: string): number => {
  let hashed = 0;
  for (let at = 0; at < 12; at += 1) hashed = (Math.imul(hashed, 131) + viewer.charCodeAt(at)) | 0;
  return hashed;
};

/** The quotas of senders, see `createSenderQuota`. */
export interface SenderQuota {
  /** The key of a sender (a network with an instance's token): a keyed hash, which does not lead back to it. */
  keyOf(network: string, token: string): number;
  /** Seconds until a sender may send again; 0: now. */
  retryAfter(key: number, now: EpochMs): number;
  /** Counts a batch: its bytes, and its viewer if it has one. True when that viewer is beyond the hour's limit. */
  consume(key: number, viewer: string | null, bytes: number, now: EpochMs): boolean;
  /** Gives back the bytes of a batch that was not stored; `now` as it was in `consume`. */
  refund(key: number, bytes: number, now: EpochMs): void;
}

/**
 * Counts for each address and instance, in this process alone and in bounded memory, the bytes of a UTC day and the
 * viewers of a UTC hour. Nothing is looked up. When the memory is full, who has sent nothing for the longest is forgotten.
 */
export const createSenderQuota = (limits: Pick<Config, 'LIMIT_NEW_VIEWERS' | 'LIMIT_EVENT_MB'>): SenderQuota => {
  const mostViewers = limits.LIMIT_NEW_VIEWERS;
  const mostBytes = limits.LIMIT_EVENT_MB * mebibyte;
  const off = mostViewers === 0 && mostBytes === 0;
  const hash = sipNumberHasher(randomBytes(16));
  const senders = new LRUCache<number, Sender>({ maxSize: maxWeight, sizeCalculation: weightOf });

  /** The cache takes the size of an entry only when it is added. */
  const weighAgain = (key: number, sender: Sender): void => {
    senders.delete(key);
    senders.set(key, sender);
  };

  const hasRoomFor = (key: number, sender: Sender, viewer: number): boolean => {
    const { viewers } = sender;
    if (viewers === null) sender.viewers = viewer;
    else if (typeof viewers === 'number') {
      if (viewers === viewer) return true;
      if (mostViewers === 1) return false;
      sender.viewers = new Set([viewers, viewer]);
    } else {
      if (viewers.has(viewer)) return true;
      if (viewers.size >= mostViewers) return false;
      viewers.add(viewer);
    }
    weighAgain(key, sender);
    return true;
  };

  return {
    keyOf: (network, token) => (off ? 0 : hash(`${network} ${token}`)),
    retryAfter(key, now) {
      if (mostBytes === 0) return 0;
      const sender = senders.get(key);
      const day = Math.floor(now / dayMs);
      if (!sender || sender.day !== day || sender.bytes < mostBytes) return 0;
      return Math.ceil(((day + 1) * dayMs - now) / 1000);
    },
    consume(key, viewer, bytes, now) {
      if (off) return false;
      const day = Math.floor(now / dayMs);
      const hour = Math.floor(now / hourMs);
      const known = senders.get(key);
      const sender: Sender = known ?? { day, bytes: 0, hour, viewers: null };
      if (!known) senders.set(key, sender);
      if (sender.day !== day) {
        sender.day = day;
        sender.bytes = 0;
      }
      sender.bytes += bytes;
      if (viewer === null || mostViewers === 0) return false;
      if (sender.hour !== hour) {
        sender.hour = hour;
        sender.viewers = null;
      }
      return !hasRoomFor(key, sender, fingerprint(viewer));
    },
    refund(key, bytes, now) {
      const sender = off ? undefined : senders.get(key);
      if (sender?.day === Math.floor(now / dayMs)) sender.bytes -= bytes;
    },
  };
};
