import sharp, { type Sharp } from 'sharp';
import { inWidth, pictureWidths, stillWidths } from '#contracts/api/picture-sizes.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { maxPixels } from './picture.ts';

const seconds = 30;
/** With the usual effort of 4 it takes 1.7 times as long and is 6 % smaller. */
const webp = { quality: 80, effort: 2 } as const;

/** A decoded picture, from which each size is drawn without reading the file or copying its pixels again. */
const decoded = async (image: Sharp): Promise<() => Sharp> => {
  const { data, info } = await image.timeout({ seconds }).toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return () => sharp(data, { raw });
};

/**
 * Makes the smaller sizes of a stored picture, as WebP, under its key with the width: never wider than it is, and stills
 * of one that moves. `fresh` gives paths for unfinished files. Throws for what cannot be decoded.
 */
export const makePictureSizes = async (
  { files }: Pick<Kernel, 'files'>,
  key: string,
  fresh: () => string,
  signal: AbortSignal,
): Promise<void> => {
  const open = () => sharp(files.path(key), { limitInputPixels: maxPixels, failOn: 'error' });
  const { width: own, pages = 1 } = await open().metadata();
  const widths = (pages > 1 ? stillWidths : pictureWidths).filter((width) => width <= own);
  if (widths.length === 0) return;
  // The largest is read from the file, the others are drawn from that.
  const largest = await decoded(
    open()
      .resize({ width: Math.max(...widths) })
      .raw(),
  );
  for (const width of widths) {
    signal.throwIfAborted();
    const made = fresh();
    await largest().resize({ width }).webp(webp).timeout({ seconds }).toFile(made);
    await files.replace(inWidth(key, width), made);
  }
};

/** Notes that the sizes of pictures were made, or cannot be. */
export const noteSizes = (
  db: { query(text: string, values: unknown[]): Promise<unknown> },
  keys: readonly string[],
  now: number,
): Promise<unknown> =>
  db.query('insert into picture_sizes (key, made_at) select k, $2 from unnest($1::text[]) k on conflict do nothing', [
    keys,
    new Date(now),
  ]);
