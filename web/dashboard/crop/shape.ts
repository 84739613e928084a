import { fillsStage, type PictureSize, storyShape } from '#contracts/story-group/fit.ts';

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
const phoneShape: PictureSize = { width: 9, height: 19.5 };

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
  const fills = size === null || fillsStage(size, storyShape) || fillsStage(size, phoneShape);
  return fills ? null : shapeName(size);
}
