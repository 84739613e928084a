import { stat } from 'node:fs/promises';
import { listType } from '#contracts/api/list-type.ts';
import type { StoredMedia } from '#contracts/api/media.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandKernel } from '#kernel/commands/command-trx.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { MediaType } from '#kernel/media/media-type.ts';
import { storeUnreferenced } from '#kernel/media/media-use.ts';
import { createKeyedSemaphore } from '#kernel/platform/keyed-semaphore.ts';
import { listEnding, viewerHasher } from '#kernel/platform/viewer-hash.ts';
import { remakePicture } from './picture.ts';
import { makePictureSizes } from './picture-sizes.ts';
import { noteUpload, type Reservation } from './quota.ts';
import { remuxVideo } from './remux.ts';
import { makePoster } from './video.ts';
import { videoTools } from './video-tools.ts';
import { makeViewerList } from './viewer-list.ts';

/** What the files of all accounts and of one take of the machine; an account's others wait, at most so many. */
const transformations = createKeyedSemaphore({ max: 3, maxPerKey: 2, maxQueuedPerKey: 100 });

/** A picture or a video that has come whole, and paths for what is made of it. */
interface Received {
  received: string;
  fresh: () => string;
  type: MediaType;
}

const storePicture = async (
  kernel: Pick<Kernel, 'files' | 'db' | 'now'>,
  { received, fresh, type }: Received,
  signal: AbortSignal,
): Promise<StoredMedia> => {
  const made = fresh();
  const facts = await remakePicture(received, made, type);
  signal.throwIfAborted();
  const key = await storeUnreferenced(kernel, made, type.extension);
  await makePictureSizes(kernel, key, fresh, signal);
  return { key, mime_type: type.mime, ...facts, duration_ms: null, thumbnail: null };
};

const storeVideo = async (
  kernel: Pick<Kernel, 'config' | 'files' | 'db' | 'now'>,
  { received, fresh, type }: Received,
  signal: AbortSignal,
): Promise<StoredMedia> => {
  const [clean, poster, tools] = [fresh(), fresh(), videoTools(kernel)];
  const facts = await remuxVideo(tools, { from: received, to: clean, type }, signal);
  await makePoster(tools, { from: clean, to: poster, type }, facts, signal);
  const { size } = await stat(clean);
  signal.throwIfAborted();
  const thumbnail = await storeUnreferenced(kernel, poster, 'jpg');
  await makePictureSizes(kernel, thumbnail, fresh, signal);
  const key = await storeUnreferenced(kernel, clean, type.extension);
  return { key, mime_type: type.mime, ...facts, bytes: size, thumbnail };
};

/**
 * Turns a received file into one of the store and notes it as an upload of the account, which settles its reservation.
 * Nothing is kept when the signal ends.
 */
export const storeUpload = async (
  kernel: Pick<Kernel, 'now' | 'config' | 'db' | 'files'>,
  accountId: string,
  found: Received,
  signal: AbortSignal,
  reservation: Reservation | null = null,
): Promise<StoredMedia> => {
  const store = found.type.kind === 'image' ? storePicture : storeVideo;
  const media = await transformations(accountId, signal, () => store(kernel, found, signal));
  await noteUpload(kernel, accountId, media, reservation);
  return media;
};

/**
 * Turns a received CSV into a list of viewers and notes it as an upload of the account: the file itself, which few of
 * the account can read (whoever uploads it is one), and the sorted keyed hashes that deliveries ask, noted as its by-product. Refuses by line.
 */
export const storeViewerList = async (
  kernel: CommandKernel,
  { account_id, user_id }: Pick<Principal, 'account_id' | 'user_id'>,
  { received, fresh }: Omit<Received, 'type'>,
  signal: AbortSignal,
  reservation: Reservation | null,
): Promise<StoredMedia & { count: number }> => {
  const made = fresh();
  const key = await kernel.files.keyOf(received, 'csv');
  const hash = viewerHasher(kernel.secrets, key);
  const count = await transformations(account_id, signal, () => makeViewerList(received, made, hash, signal));
  const { size } = await stat(received);
  signal.throwIfAborted();
  const thumbnail = await storeUnreferenced(kernel, made, listEnding);
  await storeUnreferenced(kernel, received, 'csv');
  const facts = { width: null, height: null, duration_ms: null, bytes: size, thumbnail };
  const media = { key, mime_type: listType, ...facts };
  await noteUpload(kernel, account_id, media, reservation, [user_id]);
  return { ...media, count };
};
