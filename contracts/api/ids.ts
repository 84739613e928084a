import { z } from 'zod';
import type { UnixSeconds } from '../time.ts';
import { faultWords } from '../words/faults.en.ts';
import { fill } from '../words/phrase.ts';
import { worded } from '../words/worded.ts';
import { limits } from './limits.ts';

/** An id of any thing: a UUID in lower case (new ones are version 7). */
export const id = z.uuid(worded(faultWords.id)).transform((value) => value.toLowerCase());

const uuidLength = 36;
const most = limits.idsAtOnce;

/** One id, or up to 50 joined with commas, each once, in a query string. */
export const queryIds = z
  .string()
  // Nothing longer is taken apart.
  .max(most * (uuidLength + 1), worded(fill(faultWords.tooManyIds, { most })))
  .transform((text) => [...new Set(text.toLowerCase().split(','))])
  .pipe(z.array(id).max(most, worded(fill(faultWords.tooManyIds, { most }))))
  .meta({ type: 'string', description: 'One ID, or up to 50 joined with commas.' });

/** Unix seconds as every `ts_*` field carries them. */
export const unixSeconds: z.ZodType<UnixSeconds, number> = z.int(worded(faultWords.seconds)).min(0).max(32_503_680_000);

/** A whole number that JSON can carry without loss. */
export const safeCount = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** A file in the store, named by its content: `<sha-256 hex>.<extension>`. */
export const fileKey = z.string().regex(/^[0-9a-f]{64}\.[a-z0-9]{2,4}$/);

const onOff = z
  .enum(['true', 'True', '1', 'false', 'False', '0'])
  .transform((value) => value === 'true' || value === 'True' || value === '1');

/** A yes or no in a query string: `true`, `True`, `1` and their opposites. */
export const queryFlag = onOff;

/** A whole number in a query string. */
export const queryInt = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, worded(faultWords.wholeNumber))
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ type: 'integer' });

/** Unix seconds in a query string. */
export const querySeconds = queryInt(0, 32_503_680_000);
