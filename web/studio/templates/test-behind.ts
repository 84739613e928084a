import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { plainContrast } from '#contracts/studio/check/advise-contrast.ts';
import { luminanceOf, type Rgb } from '#contracts/studio/check/contrast.ts';
import { type Written, writtenOn } from '#contracts/studio/check/written.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import type { Box } from '#contracts/studio/geometry.ts';
import { canvas } from '#contracts/studio/kinds.ts';
import type { BuiltInTemplate } from './built-in-template.ts';

/** So many pixels of a picture stand for a canvas unit, across. */
const scale = 0.5;
/** So large a share of a place may be darker, and as large a one lighter, than what is said of it. */
const leftOut = 0.05;

/** A template's picture, small, as red, green and blue of each pixel. */
export async function smallPicture({ picture }: BuiltInTemplate): Promise<Buffer | null> {
  if (picture === null) return null;
  const size = [canvas.width * scale, canvas.height * scale] as const;
  return sharp(fileURLToPath(picture))
    .resize(...size)
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** The pixels of a small picture in a box of the canvas. */
export function pixelsIn(picture: Buffer, box: Box): Rgb[] {
  const across = canvas.width * scale;
  const [left, top] = [box.x * scale, box.y * scale].map((from) => Math.max(0, Math.floor(from))) as [number, number];
  const right = Math.min(across, Math.ceil((box.x + box.width) * scale));
  const bottom = Math.min(canvas.height * scale, Math.ceil((box.y + box.height) * scale));
  const pixels: Rgb[] = [];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const at = (y * across + x) * 3;
      pixels.push([picture[at]!, picture[at + 1]!, picture[at + 2]!]);
    }
  return pixels;
}

/** Nearly the darkest and nearly the lightest of some pixels. */
export function lightRangeOf(pixels: readonly Rgb[]): readonly [dark: Rgb, light: Rgb] {
  const sorted = [...pixels].sort((one, other) => luminanceOf(one) - luminanceOf(other));
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)]!;
  return [at(leftOut), at(1 - leftOut)];
}

/** The words of a template that stand on its picture. */
export const wordsOnPicture = ({ studio, picture }: Pick<BuiltInTemplate, 'studio' | 'picture'>) =>
  flatten(studio).flatMap((one): { one: FlatComponent; written: Written }[] =>
    writtenOn(one)
      .filter((written) => plainContrast(one, written, studio, picture !== null) === null)
      .map((written) => ({ one, written })),
  );

/** A part of a component where it lies on the canvas; for what is not turned. */
export const onCanvas = ({ component: { position } }: FlatComponent, box: Box): Box => ({
  ...box,
  x: position.x + box.x,
  y: position.y + box.y,
});
