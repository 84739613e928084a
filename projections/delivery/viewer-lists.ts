import { type FileHandle, open } from 'node:fs/promises';
import { Refusal } from '#contracts/errors.ts';
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
interface HeldList {
  hashes: Hashes;
  /**
   * Where each of equal shares of all possible hashes begins, and the end: two bytes of it for a thousand of the list.
   */
  starts: Uint32Array;
  /** The instance that had it read. */
  owner: string;
  /** When it was last asked, unix milliseconds, and in which turn. */
  used: number;
  turn: number;
}

/** Which lists hold a viewer, and whether all of them could be asked. */
interface Holding {
  holding: ReadonlySet<string>;
  complete: boolean;
}

const noLists: ReadonlySet<string> = new Set();

/** A list unused for so long makes room for another one. */
const idleMs = 60_000;
/** Files that are open at once, to be held or to be asked. */
const openFiles = 4;
/** Look-ups that wait for a file at most, and those of one instance: a file answers some thousand a second. */
const mostWaiting = 1000;
const mostWaitingOfOne = mostWaiting / 2;
const pageHashes = 512;
/** Hashes of a share of a list, about. */
const shareHashes = 256;
/** Most lists whose way of hashing is remembered: to make it anew costs as much as some look-ups. */
const mostHashers = 1000;

const wantedWhole = new BigUint64Array(1);
const wantedHalves = new Uint32Array(wantedWhole.buffer);

/** Whether sorted hashes hold one. Goes from a place step by step, so that it should be near. */
const hasNear = (hashes: Hashes, wanted: bigint, place: number): boolean => {
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

/** The share of all possible hashes that one lies in, of so many; what is behind the point is how far in it lies. */
const shareOf = (upperHalf: number, shares: number): number => (upperHalf / 2 ** 32) * shares;

/** Where the shares of sorted hashes begin. */
const startsOf = (hashes: Hashes): Uint32Array => {
  const count = hashes.length / 2;
  const shares = Math.ceil(count / shareHashes);
  const starts = new Uint32Array(shares + 1);
  let begun = 0;
  for (let at = 0; at < count; at += 1)
    for (const share = Math.floor(shareOf(hashes[at * 2 + 1]!, shares)); begun < share; ) starts[++begun] = at;
  return starts.fill(count, begun + 1);
};

/**
 * Whether a list holds one. Hashes lie evenly, so that within its share one is some steps from where its value puts it:
 * two looks at distant memory, where halving a million takes nine and twice the time.
 */
const has = ({ hashes, starts }: HeldList, wanted: bigint): boolean => {
  wantedWhole[0] = wanted;
  const share = shareOf(wantedHalves[1]!, starts.length - 1);
  const whole = Math.floor(share);
  const start = starts[whole]!;
  return hasNear(hashes, wanted, start + Math.floor((share - whole) * (starts[whole + 1]! - start)));
};

/** Fills sorted hashes from a place in a file of them. */
const fill = async (file: FileHandle, hashes: Hashes, first: number): Promise<void> => {
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
    const hashes = new Uint32Array(page.buffer);
    await fill(file, hashes, middle * pageHashes);
    if (wanted < page[0]!) high = middle - 1;
    else if (wanted > page[page.length - 1]!) low = middle + 1;
    else return hasNear(hashes, wanted, page.length >>> 1);
  }
  return false;
};

/** The lists in memory and those on their way there, never more than `limit` bytes together. */
const createHeld = (limit: number, now: () => number) => {
  const held = new Map<string, HeldList>();
  const loading = new Map<string, Promise<HeldList>>();
  const shares = new Map<string, number>();
  let bytes = 0;
  let turns = 0;

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
    const longestUnused = free < size ? [...held].sort(([, a], [, b]) => a.turn - b.turn) : [];
    for (const [key, one] of longestUnused) {
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
      const hashes = new Uint32Array(size / Uint32Array.BYTES_PER_ELEMENT);
      await fill(file, hashes, 0);
      const list = { hashes, starts: startsOf(hashes), owner, used: now(), turn: ++turns };
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
      known.turn = ++turns;
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
  const slots = createKeyedSemaphore({ max: openFiles });
  const queued = createQueue();

  const hashers = new Map<string, ViewerHasher>();
  const hasherOf = (keys: ViewerListKeys): ViewerHasher => {
    const known = hashers.get(keys.list);
    if (known) return known;
    if (hashers.size >= mostHashers) hashers.clear();
    const made = hasherOfList(kernel.secrets, keys);
    hashers.set(keys.list, made);
    return made;
  };

  const fromFile = async (key: string, owner: string, wanted: bigint): Promise<boolean> => {
    // Others may have had it read while this one waited.
    const before = held.get(key);
    if (before) return has(await before, wanted);
    const file = await open(kernel.files.path(key));
    try {
      const count = Math.floor((await file.stat()).size / hashBytes);
      const list = held.get(key) ?? held.take(key, owner, file, count * hashBytes);
      return list ? has(await list, wanted) : await fileHas(file, count, wanted);
    } finally {
      await file.close();
    }
  };

  const fromAway = (key: string, owner: string, wanted: bigint): Promise<boolean> => {
    const coming = held.get(key);
    return queued(owner, async () =>
      coming ? has(await coming, wanted) : slots(owner, null, () => fromFile(key, owner, wanted)),
    );
  };

  const askAway = async (
    away: readonly ViewerListKeys[],
    viewerId: string,
    instance: string,
    holding: Set<string>,
  ): Promise<Holding> => {
    let complete = true;
    for (const [list, keys] of new Map(away.map((one) => [one.list, one]))) {
      try {
        if (await fromAway(list, instance, hasherOf(keys)(viewerId))) holding.add(list);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        complete = false;
        kernel.log.error({ err: error, list }, 'a list of viewers could not be read; its groups stay hidden');
      }
    }
    return { holding, complete };
  };

  return {
    /**
     * Those of some lists of an instance that hold a viewer, by the key of the list; at once where all are in memory.
     * One that cannot be read holds nobody; `complete` is false then. Refuses with `Unavailable` when too many wait for
     * a file.
     */
    ask(lists: readonly ViewerListKeys[], viewerId: string, instance: string): Holding | Promise<Holding> {
      // Made only when there is something to hold: they cost as much as the look-up.
      let holding: Set<string> | undefined;
      let away: ViewerListKeys[] | undefined;
      for (const keys of lists) {
        const known = held.get(keys.list);
        if (!known || !('hashes' in known)) away = [...(away ?? []), keys];
        else if (has(known, hasherOf(keys)(viewerId))) holding = (holding ?? new Set<string>()).add(keys.list);
      }
      if (away) return askAway(away, viewerId, instance, holding ?? new Set());
      return { holding: holding ?? noLists, complete: true };
    },
    /** Bytes of the lists in memory and on their way there. */
    size: held.size,
  };
};
export type ViewerLists = ReturnType<typeof createViewerLists>;
