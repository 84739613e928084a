import type { Area, Point } from 'react-easy-crop';
import { limits } from '#contracts/api/limits.ts';
import { coverTypes } from '#contracts/api/media.ts';

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

function load(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('This picture cannot be read. Choose another one.'));
    image.src = url;
  });
}

/** Reads a chosen file; throws with words for a person. The address is to be revoked by the caller. */
export async function pickCover(file: File): Promise<PickedCover> {
  if (!(coverTypes as readonly string[]).includes(file.type)) throw new Error('Use a JPEG or PNG picture.');
  if (file.size > limits.imageBytes) throw new Error('The picture can be at most 20 MB.');
  const url = URL.createObjectURL(file);
  try {
    const { naturalWidth: width, naturalHeight: height } = await load(url);
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
export async function renderCover(cover: PickedCover): Promise<File> {
  const image = await load(cover.url);
  const canvas = document.createElement('canvas');
  canvas.width = coverSide;
  canvas.height = coverSide;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('The browser cannot draw the cover.');
  pen.imageSmoothingQuality = 'high';
  const { x, y, width, height } = cover.pixels;
  pen.drawImage(image, x, y, width, height, 0, 0, coverSide, coverSide);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, cover.type, 0.92));
  if (!blob) throw new Error('The browser cannot draw the cover.');
  return new File([blob], cover.type === 'image/png' ? 'cover.png' : 'cover.jpg', { type: cover.type });
}

/** Tells two crops of pictures apart, so that the same one is sent only once. */
export function coverKey(cover: PickedCover): string {
  return JSON.stringify([cover.url, cover.pixels]);
}
