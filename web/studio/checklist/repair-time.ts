import { answerMs } from '#contracts/studio/check/advise-time.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { changeComponent } from '../edits/components.ts';

/** What a repair of times knows of the story: how long it is shown, in ms, where that is known, and whether that can be changed. */
export interface StoryLength {
  lengthMs: number | null;
  isVideo: boolean;
}

const [, longestImage] = studioLimits.imageMs;

/** A design that is shown so many ms, as far as images may be. */
export const shownFor = (design: Studio, ms: number): Studio => ({
  ...design,
  duration_ms: Math.min(longestImage, Math.max(ms, design.duration_ms ?? 0)),
});

/**
 * A design in which a component is shown so many ms: it ends later, where the story ends before that it begins earlier, and an
 * image story that is too short for it takes longer.
 */
export function componentShownFor(
  design: Studio,
  { component: { id, start_time } }: FlatComponent,
  ms: number,
  { lengthMs, isVideo }: StoryLength,
): Studio {
  const isShort = lengthMs !== null && ms > lengthMs;
  const story = isShort && !isVideo ? shownFor(design, ms) : design;
  const length = story === design ? lengthMs : story.duration_ms;
  const end = start_time + ms;
  const changes =
    length === null || end < length
      ? { end_time: end }
      : { start_time: Math.min(start_time, Math.max(0, length - ms)), end_time: null };
  return changeComponent(story, { id, changes });
}

/** A design in which the time of a component is not empty and lies in the story's. */
export function timedInside(design: Studio, { component }: FlatComponent, { lengthMs }: StoryLength): Studio {
  const { id, start_time, end_time } = component;
  const shown = end_time !== null && end_time > start_time ? end_time - start_time : answerMs;
  const isLate = lengthMs !== null && start_time >= lengthMs;
  const changes = { start_time: isLate ? Math.max(0, lengthMs - shown) : start_time, end_time: null };
  return changeComponent(design, { id, changes });
}
