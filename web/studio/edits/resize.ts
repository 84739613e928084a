import type { Box } from '#contracts/studio/geometry.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { frameAround, frameOf, freeComponents, middleOf, type PlacedBox, type Spot, spun } from './boxes.ts';
import { placeComponents } from './move.ts';

/** The eight handles of a box: which of its sides each one moves, as -1, 0 or 1 across and down. */
export const handles = {
  nw: [-1, -1],
  n: [0, -1],
  ne: [1, -1],
  e: [1, 0],
  se: [1, 1],
  s: [0, 1],
  sw: [-1, 1],
  w: [-1, 0],
} as const;
export type Handle = keyof typeof handles;

/** A pull at a handle: by how much, in canvas units, and whether the box keeps its ratio. */
export interface Pull {
  handle: Handle;
  by: Spot;
  keepRatio: boolean;
}

const clamped = ([least, most]: readonly [number, number], value: number): number =>
  Math.min(most, Math.max(least, value));

/** The size of a box after a pull along its own axes. */
function pulledSize({ width, height }: PlacedBox['size'], { handle, by, keepRatio }: Pull): PlacedBox['size'] {
  const [across, down] = handles[handle];
  const wide = clamped(studioLimits.width, Math.round(width + across * by.x));
  const high = clamped(studioLimits.height, Math.round(height + down * by.y));
  if (!keepRatio) return { width: wide, height: high };
  const wanted = across === 0 ? high / height : down === 0 ? wide / width : Math.max(wide / width, high / height);
  const least = Math.max(studioLimits.width[0] / width, studioLimits.height[0] / height);
  const most = Math.min(studioLimits.width[1] / width, studioLimits.height[1] / height);
  const scale = clamped([least, most], wanted);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A box after a pull at one of its handles: the side or corner across from it stays where it is, however it is turned. */
export function pulledBox(box: PlacedBox, pull: Pull): PlacedBox {
  const [across, down] = handles[pull.handle];
  const size = pulledSize(box.size, { ...pull, by: spun(pull.by, -box.rotation) });
  const middle = middleOf(box);
  const shift = spun(
    { x: (across * (size.width - box.size.width)) / 2, y: (down * (size.height - box.size.height)) / 2 },
    box.rotation,
  );
  const position = { x: middle.x + shift.x - size.width / 2, y: middle.y + shift.y - size.height / 2 };
  return { position, size, rotation: box.rotation };
}

const scaled = (box: PlacedBox, frame: Box, to: Box, [sx, sy]: readonly [number, number]): PlacedBox => {
  const middle = middleOf(box);
  const size = { width: box.size.width * sx, height: box.size.height * sy };
  const x = to.x + (middle.x - frame.x) * sx - size.width / 2;
  const y = to.y + (middle.y - frame.y) * sy - size.height / 2;
  return { position: { x, y }, size, rotation: box.rotation };
};

/** Several boxes after a pull at a handle of the frame around them; where one of them is turned, the ratio is kept. */
export function pulledBoxes(boxes: readonly PlacedBox[], { handle, by, keepRatio }: Pull): PlacedBox[] {
  const frame = frameAround(boxes.map(frameOf));
  if (!frame) return [];
  const [across, down] = handles[handle];
  const widths = boxes.map(({ size }) => size.width);
  const heights = boxes.map(({ size }) => size.height);
  const bounds = (limit: readonly [number, number], sides: readonly number[]) =>
    [limit[0] / Math.min(...sides), limit[1] / Math.max(...sides)] as const;
  const [wide, high] = [bounds(studioLimits.width, widths), bounds(studioLimits.height, heights)];
  let sx = clamped(wide, (frame.width + across * by.x) / frame.width);
  let sy = clamped(high, (frame.height + down * by.y) / frame.height);
  if (keepRatio || boxes.some(({ rotation }) => rotation !== 0)) {
    const wanted = across === 0 ? sy : down === 0 ? sx : Math.max(sx, sy);
    sx = clamped([Math.max(wide[0], high[0]), Math.min(wide[1], high[1])], wanted);
    sy = sx;
  }
  const to = {
    ...frame,
    x: frame.x + (across < 0 ? frame.width * (1 - sx) : across === 0 ? (frame.width * (1 - sx)) / 2 : 0),
    y: frame.y + (down < 0 ? frame.height * (1 - sy) : down === 0 ? (frame.height * (1 - sy)) / 2 : 0),
  };
  return boxes.map((box) => scaled(box, frame, to, [sx, sy]));
}

/** Resizes components by a handle of the one, or of the frame around several. */
export function resizeComponents(design: Studio, { ids, ...pull }: Pull & { ids: Iterable<string> }): Studio {
  const all = freeComponents(design, ids);
  const boxes = all.length === 1 ? [pulledBox(all[0]!, pull)] : pulledBoxes(all, pull);
  return placeComponents(design, new Map(all.map(({ id }, at) => [id, boxes[at]!])));
}
