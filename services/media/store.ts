import { rm, stat } from 'node:fs/promises';
import type { StoredMedia } from '#contracts/media.ts';
import { listType } from '#contracts/media-words.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { MediaType } from '#kernel/media-type.ts';
import { adoptUnnamed } from '#kernel/media-use.ts';
import { createSlots } from '#kernel/slots.ts';
import { listEnding, viewerHasher } from '#kernel/viewer-hash.ts';
import { remakePicture } from './picture.ts';
import { makePoster, probeVideo } from './video.ts';
import { makeViewerList } from './viewer-list.ts';

/** What the files of all accounts and of one take of the machine; an account's others wait, at most so many. */
const transformations = createSlots({ most: 3, each: 2, waiting: 100 });

/** Gives `work` paths for unfinished files and removes whatever is left of them afterwards. */
export const withTemporary = async <T>(kernel: Kernel, work: (fresh: () => string) => Promise<T>): Promise<T> => {
  const paths: string[] = [];
  const fresh = () => {
    const path = kernel.files.temporaryPath();
    paths.push(path);
    return path;
  };
  try {
    return await work(fresh);
  } finally {
    for (const path of paths) await rm(path, { force: true });
  }
};

const storePicture = async (
  kernel: Kernel,
  received: string,
  type: MediaType,
  signal: AbortSignal,
  made: string,
): Promise<StoredMedia> => {
  const facts = await remakePicture(received, made, type);
  signal.throwIfAborted();
  const key = await adoptUnnamed(kernel, made, type.extension);
  return { key, mime_type: type.mime, ...facts, duration_ms: null, thumbnail: null };
};

const storeVideo = async (
  kernel: Kernel,
  received: string,
  type: MediaType,
  signal: AbortSignal,
  poster: string,
): Promise<StoredMedia> => {
  const facts = await probeVideo(received, type, signal);
  await makePoster(received, poster, type, facts, signal);
  const { size } = await stat(received);
  signal.throwIfAborted();
  const thumbnail = await adoptUnnamed(kernel, poster, 'jpg');
  const key = await adoptUnnamed(kernel, received, type.extension);
  return { key, mime_type: type.mime, ...facts, bytes: size, thumbnail };
};

const noteUpload = async (kernel: Kernel, accountId: string, media: StoredMedia): Promise<void> => {
  const created_at = new Date(kernel.now());
  await kernel.db.query
    .insertInto('upload')
    .values({ account_id: accountId, ...media, created_at })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet({ created_at }))
    .execute();
};

/** Turns a received file into one of the store and notes it as an upload of the account. Nothing is kept when the signal ends. */
export const storeUpload = async (
  kernel: Kernel,
  accountId: string,
  { received, made, type }: { received: string; made: string; type: MediaType },
  signal: AbortSignal,
): Promise<StoredMedia> => {
  const store = type.kind === 'image' ? storePicture : storeVideo;
  const media = await transformations(accountId, signal, () => store(kernel, received, type, signal, made));
  await noteUpload(kernel, accountId, media);
  return media;
};

/**
 * Turns a received CSV into a list of viewers and notes it as an upload of the account: the file itself, which only the
 * account can read, and the sorted keyed hashes that deliveries ask, noted as its by-product. Refuses by line.
 */
export const storeViewerList = async (
  kernel: Kernel,
  accountId: string,
  { received, made }: { received: string; made: string },
  signal: AbortSignal,
): Promise<StoredMedia & { count: number }> => {
  const key = await kernel.files.name(received, 'csv');
  const hash = viewerHasher(kernel.secrets, key);
  const count = await transformations(accountId, signal, () => makeViewerList(received, made, hash, signal));
  const { size } = await stat(received);
  signal.throwIfAborted();
  const thumbnail = await adoptUnnamed(kernel, made, listEnding);
  await adoptUnnamed(kernel, received, 'csv');
  const facts = { width: null, height: null, duration_ms: null, bytes: size, thumbnail };
  const media = { key, mime_type: listType, ...facts };
  await noteUpload(kernel, accountId, media);
  return { ...media, count };
};
