import { easyTarget, livelyParts, safeArea } from '#contracts/studio/check/advise-place.ts';
import { boundsOf } from '#contracts/studio/check/ground.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { type Box, componentParts } from '#contracts/studio/geometry.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { frameAround } from '../edits/boxes.ts';
import { changeComponent } from '../edits/components.ts';

const withChanges = (one: FlatComponent, changes: Partial<FlatComponent['component']>): FlatComponent =>
  ({ ...one, component: { ...one.component, ...changes } }) as FlatComponent;

/** The frame around what is read and tapped of a component, of a picture around all of it. */
const livelyFrame = (one: FlatComponent): Box =>
  frameAround(livelyParts(one).map((part) => boundsOf(one, part))) ?? boundsOf(one);

/** By how much a side moves so that it lies within another one; where it is too long, their middles meet. */
const shiftInto = (from: number, length: number, start: number, room: number): number => {
  if (length > room) return Math.round(start + room / 2 - (from + length / 2));
  if (from < start) return Math.ceil(start - from);
  return from + length > start + room ? -Math.ceil(from + length - start - room) : 0;
};

/** What of a component has to lie somewhere. */
type FrameOf = (one: FlatComponent) => Box;

const movedInto = (one: FlatComponent, frameIn: FrameOf): FlatComponent => {
  const [frame, area] = [frameIn(one), safeArea];
  const { x, y } = one.component.position;
  const position = {
    x: x + shiftInto(frame.x, frame.width, area.x, area.width),
    y: y + shiftInto(frame.y, frame.height, area.y, area.height),
  };
  return withChanges(one, { position });
};

/** By how much less, in each step, a side of what is too large is. */
const smaller = 0.96;
/** A frame that fills the area to the last unit may not fit into it after it is moved by whole units. */
const [fittingWidth, fittingHeight] = [safeArea.width - 1, safeArea.height - 1];

const least = studioLimits.width[0];

/** A component whose sides are made smaller, about its middle, until what has to lie in the safe area fits into it. */
function shrunk(one: FlatComponent, frameIn: FrameOf): FlatComponent {
  const { position, size, rotation } = one.component;
  const isOnItsSide = Math.abs(Math.sin((rotation * Math.PI) / 180)) > Math.SQRT1_2;
  let fitting = one;
  for (let { width, height } = size; ; ) {
    const frame = frameIn(fitting);
    const [isWide, isHigh] = [frame.width > fittingWidth, frame.height > fittingHeight];
    if ((!isWide && !isHigh) || (width <= least && height <= least)) return fitting;
    const [takesWidth, takesHeight] = isOnItsSide ? [isHigh, isWide] : [isWide, isHigh];
    // Where one side is as short as can be, the other one makes the frame too large.
    const narrows = width > least && takesWidth;
    const lowers = height > least && (takesHeight || !narrows);
    if (narrows || height <= least) width = Math.max(least, Math.floor(width * smaller));
    if (lowers) height = Math.max(least, Math.floor(height * smaller));
    const x = position.x + Math.round((size.width - width) / 2);
    const y = position.y + Math.round((size.height - height) / 2);
    fitting = withChanges(fitting, { size: { width, height }, position: { x, y } });
  }
}

const placed = (design: Studio, { component: { id, position, size } }: FlatComponent): Studio =>
  changeComponent(design, { id, changes: { position, size } });

/** A design in which what is read and tapped of a component lies in the safe area; made smaller only where it is too large. */
export const movedIn = (design: Studio, one: FlatComponent): Studio =>
  placed(design, movedInto(shrunk(one, livelyFrame), livelyFrame));

/** The least of a component's sides, beginning at its own, with which something holds; its own where none is. */
const leastSide = (from: number, most: number, holds: (side: number) => boolean): number => {
  for (let side = from; side <= most; side += 1) if (holds(side)) return side;
  return from;
};

/** A component that is as small as it can be, but no smaller than it was, about its middle, so that something holds of it. */
function grown(one: FlatComponent, holds: (one: FlatComponent) => boolean): FlatComponent {
  const { position, size } = one.component;
  const sized = (width: number, height: number) => withChanges(one, { size: { width, height } });
  const [mostWidth, mostHeight] = [studioLimits.width[1], studioLimits.height[1]];
  const width = leastSide(size.width, mostWidth, (side) => holds(sized(side, mostHeight)));
  const height = leastSide(size.height, mostHeight, (side) => holds(sized(width, side)));
  const x = position.x - Math.round((width - size.width) / 2);
  return withChanges(sized(width, height), { position: { x, y: position.y - Math.round((height - size.height) / 2) } });
}

/** Of a card that is hardly there nothing is seen wherever it lies. */
const isSeen = (one: FlatComponent): boolean => {
  const { targets, cells } = componentParts(one);
  return [...targets, ...cells].every(({ width, height }) => width > 0 && height > 0);
};

/** A design in which all of a component lies in the safe area, of a picture that is larger its middle. */
export function movedOnto(design: Studio, given: FlatComponent): Studio {
  const one = grown(given.kind === 'image' ? given : shrunk(given, boundsOf), isSeen);
  return placed(design, movedInto(one, boundsOf));
}

const isEasy = (one: FlatComponent): boolean =>
  componentParts(one).targets.every(({ width, height }) => width >= easyTarget && height >= easyTarget);

/** A countdown's reminder is as high as two of its letters. */
const withReminder = (one: FlatComponent): FlatComponent =>
  one.kind === 'countdown' && one.component.reminder
    ? withChanges(one, { font_size: Math.max(one.component.font_size, easyTarget / 2) })
    : one;

/** A design in which the targets of a component are easy to hit, and it no larger than it has to be for that. */
export function enlarged(design: Studio, given: FlatComponent): Studio {
  const { component } = movedInto(grown(withReminder(given), isEasy), livelyFrame);
  const { id, position, size } = component;
  const font = 'font_size' in component ? { font_size: component.font_size } : {};
  return changeComponent(design, { id, changes: { position, size, ...font } });
}
