import { z } from 'zod';

/** Length of a text as people count it: code points after Unicode normalisation form C. */
export const textLength = (value: string): number => {
  let length = 0;
  for (const _ of value.normalize('NFC')) length += 1;
  return length;
};

/** True when a text holds no NUL and no lone surrogate, so that Postgres and every browser can hold it. */
export const isCleanText = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();

interface TextRule {
  max: number;
  min?: number;
  /** Words for a text that is too short or missing. */
  required?: string;
  /** Words for a text that is too long. */
  tooLong?: string;
}

/** A clean text of `min` (default 0) to `max` code points, normalised to form C; the JSON Schema carries both bounds. */
export const text = ({ max, min = 0, required, tooLong }: TextRule) =>
  z
    .string(required)
    .refine(isCleanText, {
      error: 'This text holds a character that cannot be stored.',
      abort: true,
    })
    .refine((value) => textLength(min > 0 ? value.trim() : value) >= min, {
      error: required ?? `Use at least ${min} character${min === 1 ? '' : 's'}.`,
      abort: true,
    })
    .refine((value) => textLength(value) <= max, {
      error: tooLong ?? `Use at most ${max} characters.`,
    })
    .overwrite((value) => (value.isWellFormed() ? value.normalize('NFC') : value))
    .meta({ minLength: min, maxLength: max });
