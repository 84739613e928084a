import { Parser } from 'htmlparser2';
import { isBounded } from '#contracts/api/text.ts';

const longestTitle = 100;
/** What is looked at of a text: a title that starts later is none. */
const looked = 4000;

/** A text with its entities decoded; what looks like a tag in it stays text. */
const decoded = (text: string): string => {
  if (!text.includes('&')) return text;
  const pieces: string[] = [];
  const parser = new Parser({ ontext: (piece) => void pieces.push(piece) });
  parser.end(text.replaceAll('<', '&lt;'));
  return pieces.join('');
};

/**
 * A text that somebody else wrote as one clean line of at most `max` code points: no control or invisible characters,
 * form C; null for none.
 */
export const cleanLine = (raw: string, max = longestTitle): string | null => {
  const line = raw
    .slice(0, looked)
    .toWellFormed()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\ufffd]/gu, '')
    .trim()
    .slice(0, max * 8)
    .toWellFormed();
  if (!isBounded(line, max)) return null;
  return [...line.normalize('NFC')].slice(0, max).join('').trim() || null;
};

/** A text of a page, its entities decoded, as a title of at most 100 code points; null for none. */
export const pageTitle = (raw: string): string | null => cleanLine(decoded(raw.slice(0, looked)));
