import { type FileHandle, open } from 'node:fs/promises';
import { Refusal } from '#contracts/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createSlots } from '#kernel/slots.ts';
import { hashBytes, viewerHasher } from '#kernel/viewer-hash.ts';
import type { ViewerListKeys } from './document.ts';

/** A list in memory: sorted hashes, 8 bytes for each viewer. */
interface HeldList {
  hashes: BigUint64Array;
  /** The instance that had it read. */
  owner: string;
  /** When it was last asked, unix milliseconds. */
  used: number;
}

/** A list unused for so long makes room for another one. */
const idleMs = 60_000;
/** Files that are open at once, to be held or to be asked. */
const openFiles = 4;
/** Look-ups that wait for a file at most, and those of one instance: a file answers some thousand a second. */
const mostWaiting = 1000;
const mostWaitingOfOne = mostWaiting / 2;
const pageHashes = 512;
/** Most lists whose way of hashing is remembered: to make it anew costs as much as some look-ups. */
const mostHashers = 1000;

/** Whether sorted hashes hold one. Compared by halves: numbers of 64 bits cost an allocation for each look. */
const has = (hashes: BigUint64Array, wanted: bigint): boolean => {
  const halves = new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.length * 2);
  const wantedLow = Number(wanted & 0xffffffffn);
  const wantedHigh = Number(wanted >> 32n);
  let low = 0;
  let high = hashes.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const difference = halves[middle * 2 + 1]! - wantedHigh || halves[middle * 2]! - wantedLow;
    if (difference === 0) return true;
    if (difference < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
};

/** Fills sorted hashes from a place in a file of them. */
const fill = async (file: FileHandle, hashes: BigUint64Array, first: number): Promise<void> => {
  const bytes = new Uint8Array(hashes.buffer);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, first * hashBytes + at);
    if (bytesRead === 0) throw new Error('the file ends early');
    at += bytesRead;
  }
};

/** Whether a file of sorted hashes holds one; reads a page of 4 KB for each halving. */
const fileHas = async (file: FileHandle, count: number, wanted: bigint): Promise<boolean> => {
  let low = 0;
  let high = Math.ceil(count / pageHashes) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const page = new BigUint64Array(Math.min(pageHashes, count - middle * pageHashes));
    await fill(file, page, middle * pageHashes);
    if (wanted < page[0]!) high = middle - 1;
    else if (wanted > page[page.length - 1]!) low = middle + 1;
    else return has(page, wanted);
  }
  return false;
};

/** The lists in memory and those on their way there, never more than `limit` bytes together. */
const createHeld = (limit: number, now: () => number) => {
  const held = new Map<string, HeldList>();
  const loading = new Map<string, Promise<HeldList>>();
  const shares = new Map<string, number>();
  let bytes = 0;

  const count = (owner: string, by: number): void => {
    bytes += by;
    const share = (shares.get(owner) ?? 0) + by;
    if (share === 0) shares.delete(owner);
    else shares.set(owner, share);
  };

  /**
   * Finds room for a list: at the cost of lists that nobody uses, and of an instance that has more than half while
   * this one stays below. So nobody's lists come and go with every request of somebody else.
   */
  const makeRoom = (owner: string, size: number): boolean => {
    const modest = (shares.get(owner) ?? 0) + size <= limit / 2;
    const left = new Map(shares);
    const given: string[] = [];
    let free = limit - bytes;
    for (const [key, one] of held) {
      if (free >= size) break;
      const share = left.get(one.owner) ?? 0;
      const greedy = modest && one.owner !== owner && share > limit / 2;
      if (one.used > now() - idleMs && !greedy) continue;
      given.push(key);
      free += one.hashes.byteLength;
      left.set(one.owner, share - one.hashes.byteLength);
    }
    if (free < size) return false;
    for (const key of given) {
      const { owner: whose, hashes } = held.get(key)!;
      held.delete(key);
      count(whose, -hashes.byteLength);
    }
    return true;
  };

  const load = async (key: string, owner: string, file: FileHandle, size: number): Promise<HeldList> => {
    count(owner, size);
    try {
      const list = { hashes: new BigUint64Array(size / hashBytes), owner, used: now() };
      await fill(file, list.hashes, 0);
      held.set(key, list);
      return list;
    } catch (error) {
      count(owner, -size);
      throw error;
    } finally {
      loading.delete(key);
    }
  };

  return {
    /** A list that is held or on its way. The last one used is the last to go. */
    get(key: string): HeldList | Promise<HeldList> | undefined {
      const known = held.get(key);
      if (!known) return loading.get(key);
      known.used = now();
      held.delete(key);
      held.set(key, known);
      return known;
    },
    /** Reads a list of `size` bytes to be held, or answers null when there is no room for it. */
    take(key: string, owner: string, file: FileHandle, size: number): Promise<HeldList> | null {
      if (!makeRoom(owner, size)) return null;
      const going = load(key, owner, file, size);
      loading.set(key, going);
      return going;
    },
    size: () => bytes,
  };
};

/** Who waits for a file: nobody beyond the bounds, and no instance takes more than half of the places. */
const createQueue = () => {
  const waiting = new Map<string, number>();
  let all = 0;

  /** Does work in a place of an instance, or refuses it with `Unavailable` when there is none. */
  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    const mine = waiting.get(owner) ?? 0;
    if (all >= mostWaiting || mine >= mostWaitingOfOne) throw new Refusal('Unavailable');
    all += 1;
    waiting.set(owner, mine + 1);
    try {
      return await work();
    } finally {
      all -= 1;
      const left = waiting.get(owner)! - 1;
      if (left === 0) waiting.delete(owner);
      else waiting.set(owner, left);
    }
  };
};

/**
 * The lists of viewers that deliveries have asked for, shared by all instances of the process: held in memory up to
 * SDK_LISTS_MB, asked in their files where there is no room. They never change, so one that is held is not read again.
 */
export const createViewerLists = (kernel: Pick<Kernel, 'config' | 'files' | 'secrets' | 'log' | 'now'>) => {
  const held = createHeld(kernel.config.SDK_LISTS_MB * 1024 * 1024, kernel.now);
  const slots = createSlots(openFiles);
  const queued = createQueue();

  const hashers = new Map<string, ReturnType<typeof viewerHasher>>();
  const hasherOf = (path: string) => {
    const known = hashers.get(path);
    if (known) return known;
    if (hashers.size >= mostHashers) hashers.clear();
    const made = viewerHasher(kernel.secrets, path);
    hashers.set(path, made);
    return made;
  };

  const fromFile = async (key: string, owner: string, wanted: bigint): Promise<boolean> => {
    // Others may have had it read while this one waited.
    const before = held.get(key);
    if (before) return has((await before).hashes, wanted);
    const file = await open(kernel.files.path(key));
    try {
      const count = Math.floor((await file.stat()).size / hashBytes);
      const list = held.get(key) ?? held.take(key, owner, file, count * hashBytes);
      return list ? has((await list).hashes, wanted) : await fileHas(file, count, wanted);
    } finally {
      await file.close();
    }
  };

  const holds = async (key: string, owner: string, wanted: bigint): Promise<boolean> => {
    const known = held.get(key);
    if (known && 'hashes' in known) return has(known.hashes, wanted);
    return queued(owner, async () =>
      known ? has((await known).hashes, wanted) : slots(null, () => fromFile(key, owner, wanted)),
    );
  };

  return {
    /**
     * Those of some lists of an instance that hold a viewer, by the key of the list. One that cannot be read holds
     * nobody; `complete` is false then. Refuses with `Unavailable` when too many wait for a file.
     */
    async ask(
      lists: readonly ViewerListKeys[],
      viewerId: string,
      instance: string,
    ): Promise<{ holding: Set<string>; complete: boolean }> {
      const holding = new Set<string>();
      let complete = true;
      for (const [list, path] of new Map(lists.map((keys) => [keys.list, keys.path]))) {
        try {
          if (await holds(list, instance, hasherOf(path)(viewerId))) holding.add(list);
        } catch (error) {
          if (error instanceof Refusal) throw error;
          complete = false;
          kernel.log.error({ err: error, list }, 'a list of viewers could not be read; its groups stay hidden');
        }
      }
      return { holding, complete };
    },
    /** Bytes of the lists in memory and on their way there. */
    size: held.size,
  };
};
export type ViewerLists = ReturnType<typeof createViewerLists>;
