import { z } from 'zod';
import { faultWords } from '../words/faults.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import { worded } from '../words/worded.ts';

/** Below the first mark nothing is one, each unit is a code point, and each text is in form C: most texts need no further look. */
const beyondLatin = /[\u0300-\uffff]/;

const codePoints = (value: string): number => {
  if (!beyondLatin.test(value)) return value.length;
  let length = 0;
  for (const _ of value) length += 1;
  return length;
};

/** Length of a text as people count it: code points after Unicode normalisation form C. */
export const textLength = (value: string): number => codePoints(value.normalize('NFC'));

/**
 * More marks in a row than any writing needs (Unicode's stream-safe texts have at most 30). A run is looked at from its
 * first mark alone: from each of them, 1 MiB of runs of 30 took 0.5 s.
 */
const mostMarks = 30;
const markRun = /(?<!\p{M})\p{M}{31}/u;

/**
 * The rule that comes before all others: true when a text is short enough, and no tower of marks, so that it may be
 * normalised, matched and parsed. Form C makes of four characters at least one, and a character has at most two units;
 * what is longer cannot come down to `max` code points. Unordered marks cost normalisation the square of their number:
 * 40,000 of them take 0.6 s, and a body holds many texts, so that towers are refused at any length.
 */
export const isBounded = (value: string, max: number): boolean =>
  value.length <= max * 8 + 16 && (value.length <= mostMarks || !beyondLatin.test(value) || !markRun.test(value));

/** True when a text holds no NUL and no lone surrogate, so that Postgres and every browser can hold it. */
export const isCleanText = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();

interface TextRule {
  max: number;
  min?: number;
  /** Words for a text that is too short or missing. */
  required?: Phrase;
  /** Words for a text that is too long. */
  tooLong?: Phrase;
}

/**
 * A clean text of `min` (default 0) to `max` code points, normalised to form C; the JSON Schema carries both bounds. A rule
 * that refuses ends the check, the first by length alone: rules added to it see only texts that are short and clean. It is
 * normalised once: that is what costs.
 */
export const text = ({ max, min = 0, required, tooLong = fill(faultWords.tooLong, { most: max }) }: TextRule) =>
  z
    .string(required && worded(required))
    .refine((value) => isBounded(value, max), { ...worded(tooLong), abort: true })
    .refine(isCleanText, {
      ...worded(faultWords.unstorable),
      abort: true,
    })
    .overwrite((value) => value.normalize('NFC'))
    // Some marks are two in form C: what is taken once is taken again as it is answered.
    .refine((value) => isBounded(value, max), { ...worded(tooLong), abort: true })
    .refine((value) => min === 0 || codePoints(value.trim()) >= min, {
      ...worded(required ?? fill(faultWords.tooShort, { least: min })),
      abort: true,
    })
    .refine((value) => codePoints(value) <= max, {
      ...worded(tooLong),
      abort: true,
    })
    .meta({ minLength: min, maxLength: max });
