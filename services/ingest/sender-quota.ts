import { randomBytes } from 'node:crypto';
import { sipNumberHasher } from '#kernel/fast/sip-hash.ts';
import type { Config } from '#kernel/platform/config.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const mebibyte = 1024 * 1024;
/** What a process remembers in all: senders and their viewers, together; some 40 bytes each. */
const mostHeld = 500_000;

/** What an address sent to an instance. Most have one viewer: a set of one would take ten times as much. */
interface Sender {
  /** The UTC day and hour that the figures are of, since 1970. */
  day: number;
  bytes: number;
  hour: number;
  viewers: number | Set<number> | null;
}

/**
 * 32 bits of a viewer's keyed hash: two viewers of one sender are taken for one once in a million times, and who cannot
 * make that key cannot make two alike.
 */
const shortOf = (viewer: string): number => {
  let short = 0;
  for (let at = 0; at < 12; at += 1) short = (Math.imul(short, 131) + viewer.charCodeAt(at)) | 0;
  return short;
};

/** What addresses may still send to instances, see `createSenderQuota`. */
export interface SenderQuota {
  /** By what a sender (a network with an instance's token) is known here: a keyed hash, which does not lead back to it. */
  keyOf(network: string, token: string): number;
  /** For how many seconds a sender is to send nothing more; 0: it may send. */
  wait(key: number, now: number): number;
  /** Counts a batch: its bytes, and its viewer if it has one. True when that viewer is beyond the hour's limit. */
  take(key: number, viewer: string | null, bytes: number, now: number): boolean;
  /** Takes back the bytes of a batch that was not kept; `now` as it was when it was taken. */
  giveBack(key: number, bytes: number, now: number): void;
}

/**
 * Counts for each address and instance, in this process alone and in bounded memory, the bytes of a UTC day and the
 * viewers of a UTC hour; times are unix ms. Nothing is looked up. What was not used for longest is forgotten first, by the
 * half of what is held.
 */
export const createSenderQuota = (limits: Pick<Config, 'LIMIT_NEW_VIEWERS' | 'LIMIT_EVENT_MB'>): SenderQuota => {
  const mostViewers = limits.LIMIT_NEW_VIEWERS;
  const mostBytes = limits.LIMIT_EVENT_MB * mebibyte;
  const off = mostViewers === 0 && mostBytes === 0;
  const hash = sipNumberHasher(randomBytes(16));
  let young = new Map<number, Sender>();
  let old = new Map<number, Sender>();
  let held = 0;

  const weigh = (more: number): void => {
    held += more;
    if (held < mostHeld / 2) return;
    old = young;
    young = new Map();
    held = 0;
  };
  const keep = (key: number, sender: Sender): Sender => {
    young.set(key, sender);
    weigh(typeof sender.viewers === 'object' ? 1 + (sender.viewers?.size ?? 0) : 2);
    return sender;
  };
  const find = (key: number): Sender | undefined => {
    const known = young.get(key);
    if (known) return known;
    const sender = old.get(key);
    if (!sender) return undefined;
    old.delete(key);
    return keep(key, sender);
  };

  const hasRoomFor = (sender: Sender, viewer: number): boolean => {
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
    weigh(1);
    return true;
  };

  return {
    keyOf: (network, token) => (off ? 0 : hash(`${network} ${token}`)),
    wait(key, now) {
      if (mostBytes === 0) return 0;
      const sender = find(key);
      const day = Math.floor(now / dayMs);
      if (!sender || sender.day !== day || sender.bytes < mostBytes) return 0;
      return Math.ceil(((day + 1) * dayMs - now) / 1000);
    },
    take(key, viewer, bytes, now) {
      if (off) return false;
      const day = Math.floor(now / dayMs);
      const hour = Math.floor(now / hourMs);
      const sender = find(key) ?? keep(key, { day, bytes: 0, hour, viewers: null });
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
      return !hasRoomFor(sender, shortOf(viewer));
    },
    giveBack(key, bytes, now) {
      const sender = off ? undefined : find(key);
      if (sender?.day === Math.floor(now / dayMs)) sender.bytes -= bytes;
    },
  };
};
