import { z } from 'zod';

/** A value before or after a change, as a person reads it; pictures are addresses. */
const value = z.unknown();
export const change = z.object({ field: z.string(), from: value, to: value });
export type Change = z.infer<typeof change>;
