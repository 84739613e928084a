import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { type Box, cornersOf } from '#contracts/studio/geometry.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';

/** A point on the canvas, in its units from the top left. */
export interface Spot {
  x: number;
  y: number;
}

/** Where a component lies: its top left before it is turned about its middle, its size, and its turn in degrees. */
export type PlacedBox = Pick<FlatComponent['component'], 'position' | 'size' | 'rotation'>;

const within = ([least, most]: readonly [number, number], value: number): number =>
  // A rounded -0 would not be the 0 that it is read as later.
  Math.min(most, Math.max(least, Math.round(value))) + 0;

/** A turn by any number of degrees as one from -180 to 179. */
export const plainAngle = (degrees: number): number => ((((Math.round(degrees) + 180) % 360) + 360) % 360) - 180;

/** A place in whole numbers and within the bounds of designs. */
export const boundedPlace = ({ position, size, rotation }: PlacedBox): PlacedBox => ({
  position: { x: within(studioLimits.x, position.x), y: within(studioLimits.y, position.y) },
  size: { width: within(studioLimits.width, size.width), height: within(studioLimits.height, size.height) },
  rotation: plainAngle(rotation),
});

/** The middle of a component, which stays where it is when it is turned. */
export const middleOf = ({ position, size }: Pick<PlacedBox, 'position' | 'size'>): Spot => ({
  x: position.x + size.width / 2,
  y: position.y + size.height / 2,
});

/** A point turned about the origin, clockwise as it is seen. */
export function spun({ x, y }: Spot, degrees: number): Spot {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** The upright frame around a component. */
export function frameOf(component: PlacedBox): Box {
  const { position, size } = component;
  if (component.rotation === 0) return { ...position, ...size };
  const corners = cornersOf({ component } as FlatComponent, { x: 0, y: 0, ...size });
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The upright frame around all of some frames; null where there are none. */
export function frameAround(frames: readonly Box[]): Box | null {
  if (frames.length === 0) return null;
  const x = Math.min(...frames.map((one) => one.x));
  const y = Math.min(...frames.map((one) => one.y));
  const right = Math.max(...frames.map((one) => one.x + one.width));
  const bottom = Math.max(...frames.map((one) => one.y + one.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The components of some ids that may be changed on the canvas: those that are not locked. */
export function freeComponents(design: Studio, ids: Iterable<string>): FlatComponent['component'][] {
  const wanted = new Set(ids);
  return flatten(design)
    .map(({ component }) => component)
    .filter(({ id, locked }) => wanted.has(id) && !locked);
}
