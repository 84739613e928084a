import type { Area, Point } from 'react-easy-crop';
import { limits } from '#contracts/api/limits.ts';
import { coverTypes } from '#contracts/api/media-files.ts';
import { drawPart, loadPicture } from '../../crop/draw-part.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';

/** Side of the picture that is made from the crop, px. */
export const coverSide = 512;

/** A cover as the drawer holds it: none, the one that is stored, or a new picture with its crop. */
export type CoverDraft = { kind: 'none' } | { kind: 'stored'; url: string } | PickedCover;

/** A new picture; `shares` (percent) and `pixels` are the cropped square. */
export interface PickedCover {
  kind: 'picked';
  url: string;
  name: string;
  type: string;
  width: number;
  height: number;
  crop: Point;
  zoom: number;
  shares: Area;
  pixels: Area;
}

/** Reads a chosen file; throws with words for a person. The address is to be revoked by the caller. */
export async function pickCover(file: File): Promise<PickedCover> {
  if (!(coverTypes as readonly string[]).includes(file.type)) throw new Error(t(contentWords.coverTypeRefused));
  if (file.size > limits.imageBytes) throw new Error(t(contentWords.coverTooLarge));
  const url = URL.createObjectURL(file);
  try {
    const { naturalWidth: width, naturalHeight: height } = await loadPicture(url);
    const side = Math.min(width, height);
    const pixels = { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
    const shares = {
      x: (pixels.x / width) * 100,
      y: (pixels.y / height) * 100,
      width: (side / width) * 100,
      height: (side / height) * 100,
    };
    return {
      kind: 'picked',
      url,
      name: file.name,
      type: file.type,
      width,
      height,
      crop: { x: 0, y: 0 },
      zoom: 1,
      shares,
      pixels,
    };
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}

/** The cropped square as a file of 512 by 512 in the picture's own format. */
export function renderCover(cover: PickedCover): Promise<File> {
  const named = { name: 'cover', type: cover.type };
  return drawPart(cover.url, cover.pixels, { width: coverSide, height: coverSide }, named);
}

/** Tells two crops of pictures apart, so that the same one is sent only once. */
export function coverKey(cover: PickedCover): string {
  return JSON.stringify([cover.url, cover.pixels]);
}
