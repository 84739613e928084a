import { hash } from 'node:crypto';
import { sipHasher } from '../fast/sip-hash.ts';

/** Bytes of one viewer in a list. */
export const hashBytes = 8;
/** The ending of a list's key, which says how its viewers are hashed. */
export const listEnding = 'vls';
/** All endings that lists have had: `ids` before SipHash, `sip` before lists had a root of their keys of their own. */
export const listEndings = ['ids', 'sip', listEnding] as const;
export type ListEnding = (typeof listEndings)[number];

/** Where the keys of lists come from. */
export interface ListKeys {
  /** The key (32 bytes) of the hashes in a list, by its ending and the key of the file that it was made of. */
  listKey(ending: ListEnding, path: string): Buffer;
}

/** The 64-bit keyed hash of a viewer. */
export type ViewerHasher = (viewerId: string) => bigint;

/**
 * Makes the 64-bit keyed hash under which a list holds a viewer. The key follows from the installation's secret and
 * from the list's file, so that a list says nothing without the secret and two lists cannot be laid side by side. With
 * a million viewers a stranger is taken for one of them once in 18 million million look-ups (10^6 / 2^64).
 */
export const viewerHasher = (secrets: ListKeys, path: string): ViewerHasher =>
  sipHasher(secrets.listKey(listEnding, path));

/** The hash of a list that was made before SipHash. */
const shaHasher =
  (key: Buffer): ViewerHasher =>
  (viewerId) =>
    hash('sha256', Buffer.concat([key, Buffer.from(viewerId)]), 'buffer').readBigUInt64LE(0);

/** How the list under a key was hashed; null when it is no list. */
export const endingOf = (list: string): ListEnding | null =>
  listEndings.find((ending) => list.endsWith(`.${ending}`)) ?? null;

/** The hash that a list was made with, by its key and that of the file it was made of. */
export const hasherOfList = (secrets: ListKeys, { path, list }: { path: string; list: string }): ViewerHasher => {
  const ending = endingOf(list);
  if (!ending) throw new Error(`${list} is no list of viewers`);
  const key = secrets.listKey(ending, path);
  return ending === 'ids' ? shaHasher(key) : sipHasher(key);
};
