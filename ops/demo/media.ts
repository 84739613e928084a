import { writeFile } from 'node:fs/promises';
import { Refusal } from '#contracts/api/errors.ts';
import type { StoredMedia } from '#contracts/api/media.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { headBytes, mediaTypeOf } from '#kernel/media/media-type.ts';
import { storeUpload } from '#services/media/store.ts';
import { withTemporary } from '#services/media/temporary-files.ts';
import { type Draft, type Format, render } from './draw/draft.ts';
import { type Film, renderFilm } from './draw/film.ts';

const patience = 120_000;

/** Takes a file in as an upload of the account, by the rules for everybody's uploads. */
export const storeFile = (kernel: Kernel, accountId: string, content: Buffer): Promise<StoredMedia> =>
  withTemporary(kernel, async (fresh) => {
    const type = mediaTypeOf(content.subarray(0, headBytes));
    if (!type) throw new Error('This drawing came out as no picture.');
    const received = fresh();
    await writeFile(received, content);
    return storeUpload(kernel, accountId, { received, fresh, type }, AbortSignal.timeout(patience));
  });

/** Draws a picture and takes it in as an upload of the account. */
export const storePicture = async (
  kernel: Kernel,
  accountId: string,
  draft: Draft,
  format: Format,
): Promise<StoredMedia> => storeFile(kernel, accountId, await render(draft, format));

/** Draws a short video and takes it in as an upload of the account; null where this machine makes no videos. */
export const storeFilm = async (kernel: Kernel, accountId: string, film: Film): Promise<StoredMedia | null> => {
  const content = await renderFilm(film, kernel.files.temporaryPath);
  if (!content) return null;
  return storeFile(kernel, accountId, content).catch((error) => {
    // An old ffmpeg draws, but takes nothing in where others reach the server.
    if (error instanceof Refusal && error.code === 'Unavailable') return null;
    throw error;
  });
};
