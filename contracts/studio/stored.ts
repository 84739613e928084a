import { z } from 'zod';
import type { StoryConditions } from './conditions.ts';
import { type Design, isDesign } from './flat.ts';
import { studioVersion } from './kinds.ts';
import type { Studio } from './shape.ts';

/** The steps that bring a stored design from version 1 to the present one, each from one version to the next. */
const steps: ((design: Design) => Design)[] = [];

/** A stored design in the present version. */
export function upcastStudio(design: Design): Studio {
  const from = design.version as number;
  const present = steps.slice(from - 1).reduce((before, step) => step(before), design);
  return { ...present, version: studioVersion } as unknown as Studio;
}

/**
 * A design as events and states hold it; pictures are keys of the file store. It was checked when it was written: its parts
 * are not checked again whenever an event is read.
 */
export const storedStudio = z.custom<Design>(isDesign).transform(upcastStudio);

/** Conditions as events and states hold them. */
export const storedConditions = z.custom<StoryConditions>(
  (value) => typeof value === 'object' && value !== null && Array.isArray((value as StoryConditions).rules),
);
