import { frameAround, frameOf, freeComponents, middleOf, type Spot } from '../../edits/boxes.ts';
import { boundedShift, shiftedBoxes } from '../../edits/move.ts';
import { type Handle, handles, pulledBox, pulledBoxes } from '../../edits/resize.ts';
import { turnedBoxes } from '../../edits/rotate.ts';
import { snapScaledPull } from '../snap-scaled.ts';
import { snapTurnedPull } from '../snap-turned.ts';
import { snapMove, snapPull } from '../snapping.ts';
import { type Gesture, type GestureTools, neighborsOf, placingGesture, snapDistance } from './gesture.ts';

const minus = (one: Spot, other: Spot): Spot => ({ x: one.x - other.x, y: one.y - other.y });

const selected = ({ editor: { state } }: GestureTools) => {
  const boxes = state.readOnly ? [] : freeComponents(state.content.studio, state.selection);
  return { boxes, ids: boxes.map(({ id }) => id), frame: frameAround(boxes.map(frameOf)) };
};

/** Moves what is selected. */
export function moveGesture(tools: GestureTools, from: Spot): Gesture | null {
  const { boxes, ids, frame } = selected(tools);
  if (!frame) return null;
  const neighbors = neighborsOf(tools.editor, ids);
  return placingGesture(tools, ids, (to) => {
    const within = snapDistance(tools, to);
    const by = minus(to.at, from);
    const snapped = within === 0 ? { by, guides: [] } : snapMove(frame, by, neighbors, within);
    return { boxes: shiftedBoxes(boxes, boundedShift(boxes, snapped.by)), hints: { guides: snapped.guides } };
  });
}

/** Resizes what is selected by a handle; with Shift it keeps its ratio. */
export function resizeGesture(tools: GestureTools, handle: Handle, from: Spot): Gesture | null {
  const { boxes, ids, frame } = selected(tools);
  const [first] = boxes;
  if (!first || !frame) return null;
  const neighbors = neighborsOf(tools.editor, ids);
  const isUpright = boxes.every(({ rotation }) => rotation === 0);
  return placingGesture(tools, ids, (to) => {
    const within = snapDistance(tools, to);
    const by = minus(to.at, from);
    const snapped = () => {
      if (within === 0 || to.shift) return { by, guides: [] };
      if (!isUpright && boxes.length > 1) return snapScaledPull(frame, handle, by, neighbors, within);
      if (!isUpright) return snapTurnedPull(first, handle, by, neighbors, within);
      return snapPull(frame, handle, by, neighbors, within);
    };
    const { by: pulledBy, guides } = snapped();
    const pull = { handle, by: pulledBy, keepRatio: to.shift };
    const pulled = boxes.length === 1 ? [pulledBox(first, pull)] : pulledBoxes(boxes, pull);
    return { boxes: pulled, hints: { guides } };
  });
}

const angleTo = ({ x, y }: Spot, middle: Spot): number => (Math.atan2(y - middle.y, x - middle.x) * 180) / Math.PI;

/** With Shift, turns come in steps of so many degrees. */
const turnStep = 15;

/** Turns what is selected about its middle; with Shift in steps. */
export function rotateGesture(tools: GestureTools, from: Spot): Gesture | null {
  const { boxes, ids, frame } = selected(tools);
  const [first] = boxes;
  if (!first || !frame) return null;
  const middle = boxes.length === 1 ? middleOf(first) : { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  const start = boxes.length === 1 ? first.rotation : 0;
  const began = angleTo(from, middle);
  return placingGesture(tools, ids, ({ at, shift }) => {
    const wanted = start + angleTo(at, middle) - began;
    const degrees = Math.round((shift ? Math.round(wanted / turnStep) * turnStep : wanted) - start);
    return { boxes: turnedBoxes(boxes, degrees), hints: { turned: degrees } };
  });
}

/** Whether a value names a handle. */
export const isHandle = (value: string | undefined): value is Handle =>
  value !== undefined && Object.hasOwn(handles, value);
