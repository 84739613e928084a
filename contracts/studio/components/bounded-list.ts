import { z } from 'zod';

/** A list with two bounds; of one that is too long no entry beyond the bound is looked at. */
export const boundedList = <Entry extends z.ZodType>(entry: Entry, [least, most]: readonly [number, number]) =>
  z.preprocess(
    (given) => (Array.isArray(given) && given.length > most ? given.slice(0, most + 1) : given),
    z.array(entry).min(least).max(most),
  );
