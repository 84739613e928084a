import { isUtf8 } from 'node:buffer';
import { Refusal } from '#contracts/api/errors.ts';
import { isCleanText } from '#contracts/api/text.ts';
import { requestWords } from '#contracts/words/requests.en.ts';

const maxDepth = 32;
/** More than any call needs: 10,000 ids, or 1,000 stories with all their fields. */
const maxValues = 20_000;

const uncleanText = (path: string) =>
  new Refusal('Invalid', requestWords.textUnclean, [{ path, said: requestWords.fieldUnclean }]);

const requireCleanText = (value: unknown, path: string, depth: number): void => {
  if (typeof value === 'string') {
    if (!isCleanText(value)) throw uncleanText(path);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth)
    throw new Refusal('Invalid', requestWords.nestedTooDeeply, [{ path, said: requestWords.fieldNestedTooDeeply }]);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      requireCleanText(value[index], `${path}${path && '.'}${index}`, depth + 1);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (!isCleanText(key) || key === '__proto__') throw uncleanText(path);
    requireCleanText(inner, path ? `${path}.${key}` : key, depth + 1);
  }
};

const tooDeep = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= maxDepth) return true;
  for (const key in value) {
    const inner = (value as Record<string, unknown>)[key];
    if (typeof inner === 'object' && tooDeep(inner, depth + 1)) return true;
  }
  return false;
};

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether JSON text holds more than `maxValues` values, told by the signs between them: to make half a million zeros or
 * fields of 1 MiB, and to say what is wrong with each, took 0.3 to 0.7 s.
 */
const hasTooManyValues = (raw: Buffer): boolean => {
  if (raw.length <= maxValues) return false;
  let found = 0;
  let quoted = false;
  for (let at = 0; at < raw.length; at += 1) {
    const byte = raw[at]!;
    if (byte === quote) quoted = !quoted;
    else if (quoted) at += byte === backslash ? 1 : 0;
    // A comma or an opening bracket stands before each value but the first.
    else if (byte === 0x2c || byte === 0x5b || byte === 0x7b) found += 1;
  }
  return found > maxValues;
};

/** A JSON body that was read: its length in bytes, its text, its value, and whether the text is free of `\\u` escapes. */
export interface ReadJson {
  bytes: number;
  text: string;
  value: unknown;
  literal: boolean;
}

/**
 * Reads a raw JSON body. 422 for bytes that are no UTF-8, NULs and lone surrogates (raw or escaped) and nesting over 32;
 * 413 for more than 20,000 values; 400 for what is no JSON. Nothing is coerced. `bounded` says that a schema without open parts is checked next, so that
 * what is nested too deeply is refused there and need not be looked for here.
 */
export const readJson = (raw: Buffer, bounded = false): ReadJson => {
  if (raw.length === 0) return { bytes: 0, text: '', value: undefined, literal: true };
  if (!isUtf8(raw)) throw uncleanText('');
  if (hasTooManyValues(raw)) throw new Refusal('TooLarge', requestWords.tooManyValues);
  const text = raw.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (raw.includes(0)) throw uncleanText('');
    throw new Refusal('MalformedRequest');
  }
  // Whole UTF-8 that JSON accepts holds such characters only as escapes, and most bodies have none.
  const literal = !raw.includes('\\u');
  const suspicious = !literal || raw.includes('__proto__') || (!bounded && tooDeep(value, 0));
  if (suspicious) requireCleanText(value, '', 0);
  return { bytes: raw.length, text, value, literal };
};

/** The value of a raw JSON body, see `readJson`. */
export const parseJsonBody = (raw: Buffer): unknown => readJson(raw).value;

/** Refuses an address whose path or query holds broken escapes, invalid UTF-8 or NUL. */
export const requireCleanUrl = (url: string): void => {
  if (!url.includes('%')) return;
  let decoded: string;
  try {
    decoded = decodeURIComponent(url);
  } catch {
    throw new Refusal('Invalid', requestWords.addressUnreadable);
  }
  if (!isCleanText(decoded)) throw new Refusal('Invalid', requestWords.addressUnreadable);
};
