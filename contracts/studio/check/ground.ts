import { drawingOrder, type FlatComponent, flatten } from '../flat.ts';
import { type Box, cornersOf } from '../geometry.ts';
import type { Studio } from '../shape.ts';
import { laidOver, opacityOf, type Rgb, rgbOf } from './contrast.ts';

/** The smallest upright box on the canvas around a part of a component. */
export function boundsOf(one: FlatComponent, part: Box = { x: 0, y: 0, ...one.component.size }): Box {
  const corners = cornersOf(one, part);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The box that two have in common; null where they have none. */
export function commonBox(one: Box, other: Box): Box | null {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

const endOf = ({ component }: FlatComponent): number => component.end_time ?? Number.POSITIVE_INFINITY;

/** Whether two components are ever shown together. */
export const shareTime = (one: FlatComponent, other: FlatComponent): boolean =>
  one.component.start_time < endOf(other) && other.component.start_time < endOf(one);

/** Whether a component is there all the time that another one is. */
const outlasts = (one: FlatComponent, other: FlatComponent): boolean =>
  one.component.start_time <= other.component.start_time && endOf(one) >= endOf(other);

const holds = (outer: Box, { x, y, width, height }: Box): boolean =>
  outer.x <= x && outer.y <= y && outer.x + outer.width >= x + width && outer.y + outer.height >= y + height;

/** What is drawn below a component and shown with it, the lowest first. */
export function componentsBelow(one: FlatComponent, studio: Studio): FlatComponent[] {
  const all = drawingOrder(flatten(studio).filter(({ component }) => !component.hidden));
  return all
    .slice(
      0,
      all.findIndex(({ component }) => component.id === one.component.id),
    )
    .filter((lower) => shareTime(lower, one));
}

/**
 * The plain color that is seen behind a part of a component: that of the story, under those of the components below that
 * cover the part. Null where something else is behind, such as a picture.
 */
export function plainBehind(one: FlatComponent, part: Box, studio: Studio, hasMedium: boolean): Rgb | null {
  const box = boundsOf(one, part);
  let ground: Rgb | null = hasMedium ? null : rgbOf(studio.background ?? '#000000');
  for (const lower of componentsBelow(one, studio)) {
    const { component, kind } = lower;
    if (!commonBox(boundsOf(lower), box)) continue;
    const background = 'background' in component ? component.background : null;
    if (background === null && (kind === 'text' || kind === 'cta')) continue;
    const isPlain = (kind === 'text' || kind === 'cta') && component.rotation === 0 && holds(boundsOf(lower), box);
    if (!isPlain || background === null || !outlasts(lower, one)) ground = null;
    else if (opacityOf(background) === 1) ground = rgbOf(background);
    else ground = ground && laidOver(background, ground);
  }
  return ground;
}
