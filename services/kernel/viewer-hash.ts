import { hash } from 'node:crypto';
import type { Secrets } from './secrets.ts';
import { sipHasher } from './sip-hash.ts';

/** Bytes of one viewer in a list. */
export const hashBytes = 8;
/** The ending of a list's key, which says how its viewers are hashed. */
export const listEnding = 'sip';

/** The 64-bit keyed hash of a viewer. */
export type ViewerHasher = (viewerId: string) => bigint;

/**
 * Makes the 64-bit keyed hash under which a list holds a viewer. The key follows from the installation's secret and from
 * the list's file, so that a list says nothing without the secret and two lists cannot be laid side by side. With a
 * million viewers a stranger is taken for one of them once in 18 million million look-ups (10^6 / 2^64).
 */
export const viewerHasher = (secrets: Pick<Secrets, 'keyed'>, path: string): ViewerHasher =>
  sipHasher(Buffer.from(secrets.keyed('viewer-list-sip', path), 'hex'));

/** The hash of a list that was made before SipHash, whose key ends in `ids`. */
const earlierHasher = (secrets: Pick<Secrets, 'keyed'>, path: string): ViewerHasher => {
  const key = Buffer.from(secrets.keyed('viewer-list', path), 'hex');
  return (viewerId) => hash('sha256', Buffer.concat([key, Buffer.from(viewerId)]), 'buffer').readBigUInt64LE(0);
};

/** The hash that a list was made with, by its key and that of the file it was made of. */
export const hasherOfList = (
  secrets: Pick<Secrets, 'keyed'>,
  { path, list }: { path: string; list: string },
): ViewerHasher => (list.endsWith(`.${listEnding}`) ? viewerHasher : earlierHasher)(secrets, path);
