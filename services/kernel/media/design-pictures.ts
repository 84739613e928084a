import { mediaKeyOf } from '#contracts/api/media-files.ts';
import { picturesOf, withPictures } from '#contracts/studio/media.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { Trx } from '../db/transaction.ts';
import { type PictureAt, resolvePictures } from './media.ts';

const picturesAt = ({ imageData, productTagData }: Studio): PictureAt[] => [
  ...imageData.map(({ media }, at) => ({ url: media, path: `studio.imageData.${at}.media` })),
  ...productTagData.flatMap(({ media }, at) =>
    media === null ? [] : [{ url: media, path: `studio.productTagData.${at}.media` }],
  ),
];

/** A design that was sent, with the keys of its pictures: uploads of the account, or what the story's design has already. */
export const withStoredPictures = async (
  trx: Trx,
  accountId: string,
  studio: Studio,
  before: Studio | null,
): Promise<Studio> => {
  const held = new Set(before ? picturesOf(before) : []);
  const isHeld = (url: string) => held.has(mediaKeyOf(url) ?? '');
  const added = picturesAt(studio).filter(({ url }) => !isHeld(url));
  const keys = added.length > 0 ? await resolvePictures(trx, accountId, added) : new Map<string, string>();
  return withPictures(studio, (url) => keys.get(url) ?? mediaKeyOf(url)!);
};
