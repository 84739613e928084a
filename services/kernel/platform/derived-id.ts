import { hash } from 'node:crypto';

/** The id of something that has none of its own, the same whenever it is made of the same words (a UUID, version 8). */
export const derivedId = (...words: readonly (string | number)[]): string => {
  const bytes = hash('sha256', words.join(' '), 'buffer').subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
