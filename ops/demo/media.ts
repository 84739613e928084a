import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { Refusal } from '#contracts/api/errors.ts';
import type { StoredMedia } from '#contracts/api/media.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { headBytes, mediaTypeOf } from '#kernel/media/media-type.ts';
import { storeUpload } from '#services/media/store.ts';
import { withTemporary } from '#services/media/temporary-files.ts';
import { ToolFailed } from '#services/media/tools.ts';
import type { DemoCast } from './cast.ts';

const patience = 120_000;

/** Takes a file in as an upload of the account, by the rules for everybody's uploads. */
export const storeFile = (kernel: Kernel, accountId: string, content: Buffer): Promise<StoredMedia> =>
  withTemporary(kernel, async (fresh) => {
    const type = mediaTypeOf(content.subarray(0, headBytes));
    if (!type) throw new Error('This file is no picture.');
    const received = fresh();
    await writeFile(received, content);
    return storeUpload(kernel, accountId, { received, fresh, type }, AbortSignal.timeout(patience));
  });

const pictures = new URL('./pictures/', import.meta.url);

/** The formats that pictures are uploaded in. */
export type Format = 'jpeg' | 'png' | 'webp';

const inFormat = (picture: Sharp, format: Format): Promise<Buffer> => {
  if (format === 'png') return picture.png({ compressionLevel: 1 }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: 88, effort: 0 }).toBuffer();
  return picture.jpeg({ quality: 90 }).toBuffer();
};

/** Takes a picture of the demo in as an upload of the account; `name` is its path in `pictures`, without an ending. */
export const storePicture = async (
  kernel: Kernel,
  cast: Pick<DemoCast, 'account' | 'height'>,
  name: string,
  format: Format,
): Promise<StoredMedia> => {
  const picture = sharp(await readFile(new URL(`${name}.avif`, pictures)));
  const { width, height } = await picture.metadata();
  // Stories are kept at two thirds of their size; covers and icons are as large as they are needed.
  const sized = height > width ? picture.resize((cast.height * 9) / 16, cast.height) : picture;
  return storeFile(kernel, cast.account, await inFormat(sized, format));
};

/** Takes a video of the demo in as an upload of the account; null where this machine takes in none. */
export const storeFilm = async (kernel: Kernel, accountId: string, name: string): Promise<StoredMedia | null> => {
  const content = await readFile(new URL(`${name}.mp4`, pictures));
  return storeFile(kernel, accountId, content).catch((error) => {
    // Without ffmpeg, or with an old one where others reach the server, there are pictures alone.
    if (error instanceof ToolFailed || (error instanceof Refusal && error.code === 'Unavailable')) return null;
    throw error;
  });
};
