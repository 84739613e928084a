import { type FileHandle, open } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { Refusal } from '#contracts/api/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createKeyedSemaphore } from '#kernel/platform/keyed-semaphore.ts';
import { hashBytes, hasherOfList, type ViewerHasher } from '#kernel/platform/viewer-hash.ts';
import type { ViewerListKeys } from './document.ts';

/**
 * Sorted hashes of 64 bits, 8 bytes for each viewer, each as its lower and its upper half: whole numbers of that size
 * would cost an allocation for each look.
 */
type Hashes = Uint32Array;

/** A list in memory. */
interface LoadedList {
  hashes: Hashes;
  /** Index of the first hash of each bucket of the hash space, and the end: two bytes for a thousand of the list. */
  starts: Uint32Array;
  /** The instance that it was loaded for. */
  owner: string;
  /** When it was last used, unix milliseconds, and its place in the LRU order. */
  used: number;
  turn: number;
}

/** Which lists contain a viewer, and whether all of them could be read. */
interface Membership {
  holding: ReadonlySet<string>;
  complete: boolean;
}

const noMatches: ReadonlySet<string> = new Set();

/** A list unused for so long may be evicted for another one. */
const idleMs = 60_000;
/** Files that are open at once, to be loaded or searched. */
const maxOpenFiles = 4;
/** Look-ups that may wait for a file, in all and of one instance: a file answers some thousand a second. */
const maxWaiting = 1000;
const maxWaitingOfOne = maxWaiting / 2;
const pageHashes = 512;
/** Hashes of a bucket, on average. */
const hashesPerBucket = 256;
/** Cached hashers, at most: creating one costs as much as some look-ups. */
const maxHashers = 1000;

const wantedWhole = new BigUint64Array(1);
const wantedHalves = new Uint32Array(wantedWhole.buffer);

/** Whether sorted hashes contain one, by linear search from a nearby index. */
const searchNear = (hashes: Hashes, wanted: bigint, place: number): boolean => {
  wantedWhole[0] = wanted;
  const low = wantedHalves[0]!;
  const high = wantedHalves[1]!;
  const last = hashes.length / 2 - 1;
  let at = Math.min(place, last);
  let difference = hashes[at * 2 + 1]! - high || hashes[at * 2]! - low;
  while (difference < 0 && at < last) {
    at += 1;
    difference = hashes[at * 2 + 1]! - high || hashes[at * 2]! - low;
  }
  while (difference > 0 && at > 0) {
    at -= 1;
    difference = hashes[at * 2 + 1]! - high || hashes[at * 2]! - low;
  }
  return difference === 0;
};

/** The bucket of a hash, of so many; the fraction is the hash's position within it. */
const bucketOf = (upperHalf: number, buckets: number): number => (upperHalf / 2 ** 32) * buckets;

/** The index of the first hash of each bucket. */
const bucketStarts = (hashes: Hashes): Uint32Array => {
  const count = hashes.length / 2;
  const buckets = Math.ceil(count / hashesPerBucket);
  const starts = new Uint32Array(buckets + 1);
  let begun = 0;
  for (let at = 0; at < count; at += 1)
    for (const bucket = Math.floor(bucketOf(hashes[at * 2 + 1]!, buckets)); begun < bucket; ) starts[++begun] = at;
  return starts.fill(count, begun + 1);
};

/**
 * Whether a list contains a hash, by interpolation search: hashes are evenly distributed, so it is a few steps from
 * where its value points. Two cache misses, where binary search of a million has nine and takes twice the time.
 */
const listContains = ({ hashes, starts }: LoadedList, wanted: bigint): boolean => {
  wantedWhole[0] = wanted;
  const share = bucketOf(wantedHalves[1]!, starts.length - 1);
  const whole = Math.floor(share);
  const start = starts[whole]!;
  return searchNear(hashes, wanted, start + Math.floor((share - whole) * (starts[whole + 1]! - start)));
};

/** Reads sorted hashes from an index in their file. */
const readHashes = async (file: FileHandle, hashes: Hashes, first: number): Promise<void> => {
  const bytes = new Uint8Array(hashes.buffer);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, first * hashBytes + at);
    if (bytesRead === 0) throw new Error('the file ends early');
    at += bytesRead;
  }
};

/** Whether a file of sorted hashes contains one; binary search with a read of 4 KB for each step. */
const fileContains = async (file: FileHandle, count: number, wanted: bigint): Promise<boolean> => {
  let low = 0;
  let high = Math.ceil(count / pageHashes) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const page = new BigUint64Array(Math.min(pageHashes, count - middle * pageHashes));
    const hashes = new Uint32Array(page.buffer);
    await readHashes(file, hashes, middle * pageHashes);
    if (wanted < page[0]!) high = middle - 1;
    else if (wanted > page[page.length - 1]!) low = middle + 1;
    else return searchNear(hashes, wanted, page.length >>> 1);
  }
  return false;
};

/** The loaded lists and those that are loading, never more than `limit` bytes together. */
const createListStore = (limit: number, now: () => number) => {
  const held = new Map<string, LoadedList>();
  const loading = new Map<string, Promise<LoadedList>>();
  const bytesByOwner = new Map<string, number>();
  let bytes = 0;
  let turns = 0;

  const count = (owner: string, by: number): void => {
    bytes += by;
    const share = (bytesByOwner.get(owner) ?? 0) + by;
    if (share === 0) bytesByOwner.delete(owner);
    else bytesByOwner.set(owner, share);
  };

  /**
   * Evicts for a list: only idle lists, and those of an instance with more than half of the memory while this one stays
   * below. So one tenant's requests cannot drive out another's lists.
   */
  const evictFor = (owner: string, size: number): boolean => {
    const withinHalf = (bytesByOwner.get(owner) ?? 0) + size <= limit / 2;
    const left = new Map(bytesByOwner);
    const evicted: string[] = [];
    let free = limit - bytes;
    const longestUnused = free < size ? [...held].sort(([, a], [, b]) => a.turn - b.turn) : [];
    for (const [key, one] of longestUnused) {
      if (free >= size) break;
      const share = left.get(one.owner) ?? 0;
      const overHalf = withinHalf && one.owner !== owner && share > limit / 2;
      if (one.used > now() - idleMs && !overHalf) continue;
      evicted.push(key);
      free += one.hashes.byteLength;
      left.set(one.owner, share - one.hashes.byteLength);
    }
    if (free < size) return false;
    for (const key of evicted) {
      const { owner: evictedOwner, hashes } = held.get(key)!;
      held.delete(key);
      count(evictedOwner, -hashes.byteLength);
    }
    return true;
  };

  const load = async (key: string, owner: string, file: FileHandle, size: number): Promise<LoadedList> => {
    count(owner, size);
    try {
      const hashes = new Uint32Array(size / Uint32Array.BYTES_PER_ELEMENT);
      await readHashes(file, hashes, 0);
      const list = { hashes, starts: bucketStarts(hashes), owner, used: now(), turn: ++turns };
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
    /** A list that is loaded or loading. */
    get(key: string): LoadedList | Promise<LoadedList> | undefined {
      const known = held.get(key);
      if (!known) return loading.get(key);
      known.used = now();
      known.turn = ++turns;
      return known;
    },
    /** Loads a list of `size` bytes, or answers null when there is no room for it. */
    take(key: string, owner: string, file: FileHandle, size: number): Promise<LoadedList> | null {
      if (!evictFor(owner, size)) return null;
      const going = load(key, owner, file, size);
      loading.set(key, going);
      return going;
    },
    size: () => bytes,
  };
};

/** Admission to the wait for a file: bounded in all, and by half of that for one instance. */
const createAdmission = () => {
  const waiting = new Map<string, number>();
  let all = 0;

  /** Runs work for an instance, or refuses with `Unavailable` when too many wait. */
  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    const mine = waiting.get(owner) ?? 0;
    if (all >= maxWaiting || mine >= maxWaitingOfOne) throw new Refusal('Unavailable');
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
 * Look-ups in lists of viewers, shared by all instances of the process: lists are loaded up to SDK_LISTS_MB, and
 * searched in their files where there is no room. They are immutable, so a loaded one is not read again.
 */
export const createViewerLists = (kernel: Pick<Kernel, 'config' | 'files' | 'secrets' | 'log' | 'now'>) => {
  const store = createListStore(kernel.config.SDK_LISTS_MB * 1024 * 1024, kernel.now);
  const openFiles = createKeyedSemaphore({ max: maxOpenFiles });
  const admitted = createAdmission();

  const hashers = new LRUCache<string, ViewerHasher>({ max: maxHashers });
  const hasherOf = (keys: ViewerListKeys): ViewerHasher => {
    const known = hashers.get(keys.list);
    if (known) return known;
    const made = hasherOfList(kernel.secrets, keys);
    hashers.set(keys.list, made);
    return made;
  };

  const readFromFile = async (key: string, owner: string, wanted: bigint): Promise<boolean> => {
    // It may have been loaded while this one waited.
    const before = store.get(key);
    if (before) return listContains(await before, wanted);
    const file = await open(kernel.files.path(key));
    try {
      const count = Math.floor((await file.stat()).size / hashBytes);
      const list = store.get(key) ?? store.take(key, owner, file, count * hashBytes);
      return list ? listContains(await list, wanted) : await fileContains(file, count, wanted);
    } finally {
      await file.close();
    }
  };

  const askFile = (key: string, owner: string, wanted: bigint): Promise<boolean> => {
    const coming = store.get(key);
    return admitted(owner, async () =>
      coming ? listContains(await coming, wanted) : openFiles(owner, null, () => readFromFile(key, owner, wanted)),
    );
  };

  const askFiles = async (
    away: readonly ViewerListKeys[],
    viewerId: string,
    instance: string,
    holding: Set<string>,
  ): Promise<Membership> => {
    let complete = true;
    for (const [list, keys] of new Map(away.map((one) => [one.list, one]))) {
      try {
        if (await askFile(list, instance, hasherOf(keys)(viewerId))) holding.add(list);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        complete = false;
        kernel.log.error({ err: error, list }, 'could not read a viewer list; its groups stay hidden');
      }
    }
    return { holding, complete };
  };

  return {
    /**
     * The lists of an instance that contain a viewer, by key; synchronous where all are in memory. One that cannot be
     * read contains nobody; `complete` is false then. Refuses with `Unavailable` when too many wait for a file.
     */
    ask(lists: readonly ViewerListKeys[], viewerId: string, instance: string): Membership | Promise<Membership> {
      // Created only when needed: they cost as much as the look-up.
      let holding: Set<string> | undefined;
      let away: ViewerListKeys[] | undefined;
      for (const keys of lists) {
        const known = store.get(keys.list);
        if (!known || !('hashes' in known)) away = [...(away ?? []), keys];
        else if (listContains(known, hasherOf(keys)(viewerId))) holding = (holding ?? new Set<string>()).add(keys.list);
      }
      if (away) return askFiles(away, viewerId, instance, holding ?? new Set());
      return { holding: holding ?? noMatches, complete: true };
    },
    /** Bytes of the lists that are loaded or loading. */
    size: store.size,
  };
};
export type ViewerLists = ReturnType<typeof createViewerLists>;
