import { readFile } from 'node:fs/promises';
import type { Kernel } from '#kernel/kernel.ts';
import { hashBytes, viewerHasher } from '#kernel/viewer-hash.ts';
import type { ViewerListKeys } from './document.ts';

/** A list in memory: sorted hashes, 8 bytes for each viewer. */
interface HeldList {
  hashes: BigUint64Array;
  hash: (viewerId: string) => bigint;
}

/** Whether sorted hashes hold one. */
const has = (hashes: BigUint64Array, wanted: bigint): boolean => {
  let low = 0;
  let high = hashes.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = hashes[middle]!;
    if (found === wanted) return true;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
};

/**
 * The lists of viewers that deliveries have asked for, shared by all instances of the process: read when first needed,
 * the longest unused given up beyond SDK_LISTS_MB. They never change, so they are never read again while they are held.
 */
export const createViewerLists = (kernel: Pick<Kernel, 'config' | 'files' | 'secrets' | 'log'>) => {
  const limit = kernel.config.SDK_LISTS_MB * 1024 * 1024;
  const held = new Map<string, HeldList>();
  const loading = new Map<string, Promise<HeldList>>();
  let bytes = 0;

  const put = (key: string, list: HeldList): HeldList => {
    held.set(key, list);
    bytes += list.hashes.byteLength;
    for (const [oldest, { hashes }] of held) {
      if (bytes <= limit || oldest === key) break;
      held.delete(oldest);
      bytes -= hashes.byteLength;
    }
    return list;
  };

  const read = async ({ path, list }: ViewerListKeys): Promise<HeldList> => {
    const file = await readFile(kernel.files.path(list));
    const copy = new Uint8Array(file.length - (file.length % hashBytes));
    copy.set(file.subarray(0, copy.length));
    return put(list, { hashes: new BigUint64Array(copy.buffer), hash: viewerHasher(kernel.secrets, path) });
  };

  const find = (keys: ViewerListKeys): Promise<HeldList> => {
    const known = held.get(keys.list);
    if (known) {
      // The last one used is the last to go.
      held.delete(keys.list);
      held.set(keys.list, known);
      return Promise.resolve(known);
    }
    const going = loading.get(keys.list) ?? read(keys).finally(() => loading.delete(keys.list));
    loading.set(keys.list, going);
    return going;
  };

  return {
    /** Those of some lists that hold a viewer, by the key of the list. One that cannot be read holds nobody; `complete` is false then. */
    async ask(
      lists: readonly ViewerListKeys[],
      viewerId: string,
    ): Promise<{ holding: Set<string>; complete: boolean }> {
      const holding = new Set<string>();
      let complete = true;
      for (const keys of lists) {
        try {
          const { hashes, hash } = await find(keys);
          if (has(hashes, hash(viewerId))) holding.add(keys.list);
        } catch (error) {
          complete = false;
          kernel.log.error(
            { err: error, list: keys.list },
            'a list of viewers could not be read; its groups stay hidden',
          );
        }
      }
      return { holding, complete };
    },
    /** Bytes of the lists in memory. */
    size: () => bytes,
  };
};
export type ViewerLists = ReturnType<typeof createViewerLists>;
