import type { FlatComponent } from '#contracts/studio/flat.ts';
import type { Box } from '#contracts/studio/geometry.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { frameAround, frameOf, middleOf, type PlacedBox, type Spot, spun } from '../edits/boxes.ts';
import { layersOf } from '../edits/components.ts';

/** Whether a component is on the canvas at a moment, in ms; null stands for all of them. */
export const isShownAt = ({ component }: FlatComponent, time: number | null): boolean =>
  !component.hidden &&
  (time === null || (component.start_time <= time && (component.end_time === null || time < component.end_time)));

/** The components that can be picked on the canvas at a moment, the topmost first: shown, and not locked. */
export const pickable = (design: Studio, time: number | null): FlatComponent[] =>
  layersOf(design).filter((one) => !one.component.locked && isShownAt(one, time));

/** Whether a point lies in a box, however it is turned. */
export function isInside(box: PlacedBox, point: Spot): boolean {
  const middle = middleOf(box);
  const { x, y } = spun({ x: point.x - middle.x, y: point.y - middle.y }, -box.rotation);
  return Math.abs(x) <= box.size.width / 2 && Math.abs(y) <= box.size.height / 2;
}

/** The ids of what can be picked at a point, the topmost first. */
export const pickedAt = (design: Studio, time: number | null, point: Spot): string[] =>
  pickable(design, time)
    .filter(({ component }) => isInside(component, point))
    .map(({ component }) => component.id);

/** What comes next at a place where one is selected already: the one below it, below the lowest the topmost again. */
export const pickedBelow = (picked: readonly string[], selection: readonly string[]): string | null => {
  const at = picked.findIndex((id) => selection.includes(id));
  return picked[(at + 1) % picked.length] ?? null;
};

const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Whether a box, as it is drawn, has a part in an upright frame: seen along its own sides as well, since beside a turned one its frame is empty. */
function hasPartIn(box: PlacedBox, frame: Box): boolean {
  if (!meet(frameOf(box), frame)) return false;
  if (box.rotation === 0) return true;
  const middle = middleOf(box);
  const corners = [0, 1].flatMap((across) =>
    [0, 1].map((down) => {
      const corner = { x: frame.x + across * frame.width, y: frame.y + down * frame.height };
      return { ...spun({ x: corner.x - middle.x, y: corner.y - middle.y }, -box.rotation), width: 0, height: 0 };
    }),
  );
  const { width, height } = box.size;
  return meet({ x: -width / 2, y: -height / 2, width, height }, frameAround(corners)!);
}

/** The ids of what can be picked and has a part in a frame, the topmost first. */
export const pickedIn = (design: Studio, time: number | null, frame: Box): string[] =>
  pickable(design, time)
    .filter(({ component }) => hasPartIn(component, frame))
    .map(({ component }) => component.id);
