import { isBarred, type PictureSize } from '#contracts/story-group/fit.ts';

const known = [
  [1, 1],
  [5, 4],
  [4, 3],
  [3, 2],
  [16, 10],
  [16, 9],
  [2, 1],
  [21, 9],
] as const;
const near = 0.015;

/** A shape as people name it: '16:9', '3:4', or '1:2.7' when it has no usual name. */
export function shapeName({ width, height }: PictureSize): string {
  const [long, short] = width >= height ? [width, height] : [height, width];
  const ratio = long / short;
  const found = known.find(([a, b]) => Math.abs(a / b / ratio - 1) < near);
  const [a, b] = found ?? [Number(ratio.toFixed(1)), 1];
  return width >= height ? `${a}:${b}` : `${b}:${a}`;
}

/** What a picture is called that people see with bars around it; null when it fills a story or the screen of a phone. */
export function barredShape(size: PictureSize | null): string | null {
  return size !== null && isBarred(size) ? shapeName(size) : null;
}

/** The smallest size that is still sharp on a phone, and the one that is recommended, px. */
const sharp: PictureSize = { width: 720, height: 1280 };
export const recommendedSize: PictureSize = { width: 1080, height: 1920 };

/** Whether a picture looks blurred on the screen of a phone, where it is enlarged until one side reaches the edge. */
export function isSmall(size: PictureSize | null): boolean {
  return size !== null && size.width < sharp.width && size.height < sharp.height;
}
