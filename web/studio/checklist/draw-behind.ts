import { componentsBelow } from '#contracts/studio/check/ground.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { type Box, componentParts } from '#contracts/studio/geometry.ts';
import { canvas } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';

/** A picture, or a video at a moment, with its own size in pixels. */
export interface StillFrame {
  source: CanvasImageSource;
  width: number;
  height: number;
}

/** A story at a moment, in ms, as it is drawn without its words; `pictures` are those of its components, by address. */
export interface DrawnStory {
  studio: Studio;
  medium: StillFrame | null;
  pictures: ReadonlyMap<string, StillFrame>;
  at: number;
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws a frame into a box, filling it or in full; `x` and `y` in percent say where what is left over goes. */
function layFrame(to: Context, { source, width, height }: StillFrame, box: Box, fill: boolean, x = 50, y = 50): void {
  const [across, down] = [box.width / width, box.height / height];
  const scale = fill ? Math.max(across, down) : Math.min(across, down);
  const left = box.x + ((box.width - width * scale) * x) / 100;
  const top = box.y + ((box.height - height * scale) * y) / 100;
  to.drawImage(source, left, top, width * scale, height * scale);
}

const board: Box = { x: 0, y: 0, ...canvas };

/** How much larger than the canvas its blurred copy is, at each side, and how few pixels of it are left. */
const [blurredEdge, blurredWidth, blurredHeight] = [0.1, 18, 32] as const;

function layBlurred(to: Context, frame: StillFrame): void {
  const small = new OffscreenCanvas(blurredWidth, blurredHeight);
  layFrame(small.getContext('2d')!, frame, { x: 0, y: 0, width: blurredWidth, height: blurredHeight }, true);
  const [left, top] = [canvas.width * blurredEdge, canvas.height * blurredEdge];
  to.drawImage(small, -left, -top, canvas.width + 2 * left, canvas.height + 2 * top);
}

function layMedium(to: Context, { fit, x, y, zoom }: Studio['medium'], frame: StillFrame): void {
  to.save();
  if (fit === 'blur') layBlurred(to, frame);
  const [left, top] = [(canvas.width * x) / 100, (canvas.height * y) / 100];
  to.translate(left, top);
  to.scale(zoom / 100, zoom / 100);
  to.translate(-left, -top);
  layFrame(to, frame, board, fit === 'fill', x, y);
  to.restore();
}

const paint = (to: Context, color: string | null, { x, y, width, height }: Box, radius: number): void => {
  if (color === null) return;
  to.fillStyle = color;
  to.beginPath();
  to.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
  to.fill();
};

function layComponent(to: Context, one: FlatComponent, pictures: DrawnStory['pictures']): void {
  const { position, size, rotation } = one.component;
  to.save();
  to.translate(position.x + size.width / 2, position.y + size.height / 2);
  to.rotate((rotation * Math.PI) / 180);
  to.translate(-size.width / 2, -size.height / 2);
  const box = { x: 0, y: 0, ...size };
  if (one.kind === 'image') {
    const frame = pictures.get(one.component.media);
    to.globalAlpha = one.component.opacity / 100;
    to.beginPath();
    to.rect(0, 0, size.width, size.height);
    to.clip();
    if (frame) layFrame(to, frame, box, true);
  } else {
    paint(to, one.component.background, box, one.component.radius);
    const { targets, cells } = componentParts(one);
    if (one.kind === 'quiz' || one.kind === 'poll')
      for (const target of targets) paint(to, one.component.option_color, target, 8);
    if (one.kind === 'countdown') for (const cell of cells) paint(to, one.component.accent_color, cell, 8);
  }
  to.restore();
}

/** At most so many pixels of what is behind are looked at. */
const mostPixels = 4000;

/** The pixels that lie behind a part of a component, upright as the part is: red, green, blue and opacity of each. */
export function pixelsBehind(
  one: FlatComponent,
  part: Box,
  { studio, medium, pictures, at }: DrawnStory,
): ArrayLike<number> {
  const { position, size, rotation } = one.component;
  const scale = Math.min(1, Math.sqrt(mostPixels / Math.max(1, part.width * part.height)));
  const [width, height] = [part.width, part.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const to = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  to.scale(scale, scale);
  to.translate(size.width / 2 - part.x, size.height / 2 - part.y);
  to.rotate((-rotation * Math.PI) / 180);
  to.translate(-position.x - size.width / 2, -position.y - size.height / 2);
  to.beginPath();
  to.rect(0, 0, canvas.width, canvas.height);
  to.clip();
  to.fillStyle = studio.background ?? '#000000';
  to.fillRect(0, 0, canvas.width, canvas.height);
  if (medium) layMedium(to, studio.medium, medium);
  for (const lower of componentsBelow(one, studio)) {
    const { start_time, end_time } = lower.component;
    if (start_time <= at && (end_time === null || at < end_time)) layComponent(to, lower, pictures);
  }
  return to.getImageData(0, 0, width, height).data;
}
