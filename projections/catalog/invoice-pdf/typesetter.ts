import type PDFDocument from 'pdfkit';
import { type Direction, directionOf, fromLeftToRight } from './direction.ts';
import type { Weight } from './font-files.ts';
import type { Face, Fonts } from './fonts.ts';

type Doc = InstanceType<typeof PDFDocument>;
/** A part of a line and the font that has its letters. */
interface Run {
  face: Face;
  text: string;
}

/** What a text is drawn in: so many points wide, with letters of such a size and weight. */
interface Room {
  width: number;
  size?: number;
  weight?: Weight;
  /** Which way the text runs that this is a line of; without it, which way the line does. */
  direction?: Direction;
}
interface Place extends Room {
  x: number;
  y: number;
  right?: boolean;
  color?: string;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Letters with their marks, which are neither parted nor turned around. */
const lettersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text.normalize('NFC')), ({ segment }) => segment);
const invisible = /^\p{Default_Ignorable_Code_Point}+$/u;
// Scripts with spaces between words are broken there alone.
const breaksAfter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ofScript = /[^\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]/u;
const turned = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Letters of one font, from left to right, as the font takes them: it turns Hebrew and Arabic around itself. */
const asFontTakes = (letters: readonly string[]): string => {
  const text = letters.join('');
  return turned.test(ofScript.exec(text)?.[0] ?? '') ? letters.toReversed().join('') : text;
};

/** How many of the letters that fit a line has: all of them where it can't be broken elsewhere. */
const lastBreak = (letters: readonly string[], fits: number): number => {
  for (let end = fits; end > 0; end -= 1) if (letters[end] === ' ' || breaksAfter.test(letters[end - 1]!)) return end;
  return fits;
};

/** Draws texts, each letter in the font that has it; one that none has is drawn as an empty box. */
export const createTypesetter = (doc: Doc, fonts: Fonts) => {
  const registered = new Set<string>();
  const setFont = ({ name, font }: Face, size: number): Doc => {
    // Opened by its bytes, it would be read once more; the types don't know that a document takes it as it is.
    if (!registered.has(name)) doc.registerFont(name, font as never);
    registered.add(name);
    return doc.font(name).fontSize(size);
  };
  /** The runs of a line from left to right. */
  const runsOf = (letters: readonly string[], weight: Weight, direction: Direction): Run[] => {
    const runs: { face: Face; level: number; letters: string[] }[] = [];
    const add = (face: Face, level: number, letter: string): void => {
      const last = runs.at(-1);
      if (last?.face === face && last.level === level) last.letters.push(letter);
      else runs.push({ face, level, letters: [letter] });
    };
    for (const { letter, level } of fromLeftToRight(letters, direction)) {
      if (invisible.test(letter)) continue;
      const face = fonts.faceOf(letter, weight);
      if (face) add(face, level, letter);
      else for (const part of letter) add(fonts.faceOf(part, weight) ?? fonts.plain(weight), level, part);
    }
    return runs.map(({ face, letters: drawn }) => ({ face, text: asFontTakes(drawn) }));
  };
  const widthOf = (runs: readonly Run[], size: number): number =>
    runs.reduce((sum, { face, text }) => sum + setFont(face, size).widthOfString(text), 0);

  /** How many letters fit, at least one, with `end` after them. By halves: a try for each letter took seconds. */
  const fitting = (
    letters: readonly string[],
    { width, size = 10, weight = 400, direction = 'ltr' }: Room,
    end = '',
  ): number => {
    let [fits, most] = [1, letters.length];
    while (fits < most) {
      const half = Math.ceil((fits + most) / 2);
      if (widthOf(runsOf([...letters.slice(0, half), ...end], weight, direction), size) <= width) fits = half;
      else most = half - 1;
    }
    return fits;
  };

  return {
    /** A text in as many lines of so much room as it takes, broken at spaces and after Han letters and kana. */
    wrap(text: string, room: Room): string[] {
      const lines: string[] = [];
      for (let rest = lettersOf(text); rest.length > 0; ) {
        const fits = fitting(rest, room);
        const end = fits < rest.length ? lastBreak(rest, fits) : fits;
        lines.push(rest.slice(0, end).join(''));
        rest = rest.slice(rest[end] === ' ' ? end + 1 : end);
      }
      return lines;
    },
    /** A line at a place (points from the top left), at most so wide: what is longer ends in three dots. */
    line(text: string, { x, y, right = false, color = '#1d1d22', ...room }: Place): void {
      const { width, size = 10, weight = 400, direction = directionOf(text) } = room;
      const letters = lettersOf(text);
      const fits = fitting(letters, room);
      const shown = fits < letters.length ? [...letters.slice(0, fitting(letters, room, '…')), '…'] : letters;
      const runs = runsOf(shown, weight, direction);
      // Letters of all fonts stand on the same line.
      const { ascent, unitsPerEm } = fonts.plain(weight).font;
      const base = y + (ascent / unitsPerEm) * size;
      let at = right ? x + width - widthOf(runs, size) : x;
      for (const { face, text: part } of runs) {
        setFont(face, size).fillColor(color).text(part, at, base, { lineBreak: false, baseline: 'alphabetic' });
        at += doc.widthOfString(part);
      }
    },
  };
};
