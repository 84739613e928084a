import { z } from 'zod';
import { text } from '../../api/text.ts';
import { studioFieldWords } from '../../words/studio-fields.en.ts';
import { worded } from '../../words/worded.ts';
import { componentIdShape, studioLimits } from '../limits.ts';

const between = ([least, most]: readonly [number, number]) => z.int().min(least).max(most);

/** A length or place in canvas units, or another whole number with two bounds. */
export const wholeNumber = (bounds: readonly [number, number], start: number) => between(bounds).default(start);

/**
 * The name of a component: letters, digits, `_` and `-`; never one that every object of JavaScript has, nor that of another
 * part of a story's changes.
 */
export const componentId = z
  .string()
  .regex(componentIdShape, { ...worded(studioFieldWords.componentId), abort: true })
  .refine((id) => !(id in Object.prototype) && id !== 'conditions', worded(studioFieldWords.componentId));

/** A color as `#rrggbb` or, with how opaque it is, `#rrggbbaa`; in lower case. */
export const designColor = z.string().regex(/^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/, worded(studioFieldWords.color));

/** A color that covers what lies below it. */
export const opaqueColor = z.string().regex(/^#[0-9a-f]{6}$/, worded(studioFieldWords.opaqueColor));

const time = z.int().min(0).max(studioLimits.timeMs);

/** A place on the canvas, in its units from the top left. */
export const place = z.strictObject({ x: between(studioLimits.x), y: between(studioLimits.y) });

/** A text in a component: '' where there is none. */
export const words = (max: number, start = '') => text({ max }).default(start);

/**
 * What every component has: its place (the top left before it is turned), size, turn in degrees clockwise, height in the
 * pile, time in ms from the story's start (`end_time` null: to its end) and what readers of screens call it ('': its words).
 */
export const componentBase = {
  id: componentId,
  position: place,
  size: z.strictObject({ width: between(studioLimits.width), height: between(studioLimits.height) }),
  rotation: wholeNumber(studioLimits.rotation, 0),
  z_index: wholeNumber(studioLimits.zIndex, 0),
  start_time: time.default(0),
  end_time: time.nullable().default(null),
  name: words(studioLimits.name),
  locked: z.boolean().default(false),
  hidden: z.boolean().default(false),
};
