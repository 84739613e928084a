import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';

type Doc = InstanceType<typeof PDFDocument>;
type Weight = 400 | 600;
/** A part of a text and the font that has its letters. */
interface Run {
  font: string;
  text: string;
}

/** What a text is drawn in: so many points wide, with letters of such a size and weight. */
interface Room {
  width: number;
  size?: number;
  weight?: Weight;
}
interface Place extends Room {
  x: number;
  y: number;
  right?: boolean;
  color?: string;
}

// The first one that has a letter draws it.
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const;
const fileOf = createRequire(import.meta.url).resolve;
const lettersOf = (text: string): string[] => [...text.normalize('NFC')];
const nameOf = (subset: string, weight: Weight): string => `${subset}-${weight}`;

/** What pdfkit has of a font that it was given by a file. */
interface Loaded {
  font?: { hasGlyphForCodePoint?(codePoint: number): boolean };
}

/** Draws texts in Inter, each letter from the subset that has it; one that none has is drawn as an empty box. */
export const createTypesetter = (doc: Doc) => {
  for (const subset of subsets)
    for (const weight of [400, 600])
      doc.registerFont(
        nameOf(subset, weight as Weight),
        fileOf(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`),
      );
  const has = (font: string, codePoint: number): boolean => {
    doc.font(font);
    const { font: loaded } = (doc as unknown as { _font: Loaded })._font;
    return loaded?.hasGlyphForCodePoint?.(codePoint) ?? false;
  };
  // A text is measured several times over: which font has a letter is asked once.
  const known = new Map<string, string>();
  const fontOf = (letter: string, weight: Weight): string => {
    const asked = `${weight}${letter}`;
    const subset =
      known.get(asked) ?? subsets.find((one) => has(nameOf(one, weight), letter.codePointAt(0)!)) ?? subsets[0];
    known.set(asked, subset);
    return nameOf(subset, weight);
  };
  const runsOf = (letters: readonly string[], weight: Weight): Run[] => {
    const runs: Run[] = [];
    for (const letter of letters) {
      const font = fontOf(letter, weight);
      const last = runs.at(-1);
      if (last?.font === font) last.text += letter;
      else runs.push({ font, text: letter });
    }
    return runs;
  };
  const widthOf = (runs: readonly Run[], size: number): number =>
    runs.reduce((sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text), 0);

  /** How many letters fit, at least one, with `end` after them. By halves: a try for each letter took seconds. */
  const fitting = (letters: readonly string[], { width, size = 10, weight = 400 }: Room, end = ''): number => {
    let [fits, most] = [1, letters.length];
    while (fits < most) {
      const half = Math.ceil((fits + most) / 2);
      if (widthOf(runsOf([...letters.slice(0, half), ...end], weight), size) <= width) fits = half;
      else most = half - 1;
    }
    return fits;
  };

  return {
    /** A text in as many lines of so much room as it takes, broken at spaces where there are any. */
    wrap(text: string, room: Room): string[] {
      const lines: string[] = [];
      for (let rest = lettersOf(text); rest.length > 0; ) {
        const fits = fitting(rest, room);
        const space = fits < rest.length ? rest.lastIndexOf(' ', fits) : -1;
        const end = space > 0 ? space : fits;
        lines.push(rest.slice(0, end).join(''));
        rest = rest.slice(space > 0 ? end + 1 : end);
      }
      return lines;
    },
    /** A line at a place (points from the top left), at most so wide: what is longer ends in three dots. */
    line(text: string, { x, y, right = false, color = '#1d1d22', ...room }: Place): void {
      const { width, size = 10, weight = 400 } = room;
      const letters = lettersOf(text);
      const fits = fitting(letters, room);
      const shown = fits < letters.length ? [...letters.slice(0, fitting(letters, room, '…')), '…'] : letters;
      const runs = runsOf(shown, weight);
      let at = right ? x + width - widthOf(runs, size) : x;
      for (const { font, text: part } of runs) {
        doc.font(font).fontSize(size).fillColor(color).text(part, at, y, { lineBreak: false });
        at += doc.widthOfString(part);
      }
    },
  };
};
