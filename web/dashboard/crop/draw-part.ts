import type { Area } from 'react-easy-crop';
import type { PictureSize } from '#contracts/story-group/fit.ts';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';

/** Loads a picture; fails when the browser cannot read it. */
export function loadPicture(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error(t(contentWords.pictureUnreadable)));
    image.src = url;
  });
}

/** A part of a picture (px of it) as a file of a size, in the picture's own format where the browser can write it. */
export async function drawPart(url: string, part: Area, size: PictureSize, named: { name: string; type: string }) {
  const image = await loadPicture(url);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error(t(contentWords.pictureNotDrawn));
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, named.type, 0.92));
  if (!blob) throw new Error(t(contentWords.pictureNotDrawn));
  const ending = blob.type === 'image/jpeg' ? 'jpg' : blob.type.replace('image/', '');
  return new File([blob], `${named.name.replace(/\.[^.]+$/, '')}.${ending}`, { type: blob.type });
}
