import sharp from 'sharp';
import type { StoredMedia } from '#contracts/api/media.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { storeFile } from '../../demo/media.ts';

const colours = [
  ['#b5482a', '#f0a868'],
  ['#2d4f86', '#9cc1e8'],
  ['#2b6a3f', '#b6d7a8'],
  ['#7a3b6e', '#e6b3d8'],
  ['#4a3fb5', '#b9acff'],
  ['#8a4b06', '#f8c568'],
] as const;

const drawn = ([dark, bright]: readonly [string, string], width: number, height: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
         <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${dark}"/><stop offset="1" stop-color="${bright}"/></linearGradient></defs>
         <rect width="100%" height="100%" fill="url(#g)"/><circle cx="50%" cy="42%" r="${width / 4}" fill="#fff" opacity="0.3"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

/** A cover and a handful of story pictures, taken in as uploads of an account. */
export const drawPictures = async (
  kernel: Kernel,
  accountId: string,
): Promise<{ cover: string; pictures: StoredMedia[] }> => {
  const { key } = await storeFile(kernel, accountId, await drawn(colours[0], 256, 256));
  const pictures: StoredMedia[] = [];
  for (const pair of colours) pictures.push(await storeFile(kernel, accountId, await drawn(pair, 540, 960)));
  return { cover: key, pictures };
};
