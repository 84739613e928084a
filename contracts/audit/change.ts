import { z } from 'zod';
import type { Phrase } from '../words/phrase.ts';

/** A value before or after a change, as a person reads it; pictures are addresses. */
const value = z.unknown();
export const change = z.object({ field: z.string(), from: value, to: value });
export type Change = z.infer<typeof change>;

/** A change whose words are still to be said: its field, and values that are phrases or lists of them. */
export interface UnsaidChange extends Omit<Change, 'field'> {
  field: string | Phrase;
}

/** Whether the numbers of a field are moments, in unix seconds. */
export const isMomentField = (field: string): boolean => field.startsWith('ts_') || field === 'trial_ends';
