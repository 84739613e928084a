import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';

type Doc = InstanceType<typeof PDFDocument>;
type Weight = 400 | 600;
/** A part of a text and the font that has its letters. */
interface Run {
  font: string;
  text: string;
}

// The first one that has a letter draws it.
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const;
const fileOf = createRequire(import.meta.url).resolve;
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
  const runsOf = (text: string, weight: Weight): Run[] => {
    const runs: Run[] = [];
    for (const letter of text.normalize('NFC')) {
      const found = subsets.find((subset) => has(nameOf(subset, weight), letter.codePointAt(0)!)) ?? 'latin';
      const font = nameOf(found, weight);
      const last = runs.at(-1);
      if (last?.font === font) last.text += letter;
      else runs.push({ font, text: letter });
    }
    return runs;
  };
  const widthOf = (runs: readonly Run[], size: number): number =>
    runs.reduce((sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text), 0);

  return {
    /** A line at a place (points from the top left), at most so wide: what is longer ends in three dots. */
    line(
      text: string,
      {
        x,
        y,
        width,
        size = 10,
        weight = 400,
        right = false,
        color = '#1d1d22',
      }: {
        x: number;
        y: number;
        width: number;
        size?: number;
        weight?: Weight;
        right?: boolean;
        color?: string;
      },
    ): void {
      let shown = text;
      let runs = runsOf(shown, weight);
      while (widthOf(runs, size) > width && shown.length > 1) {
        shown = `${[...shown.replace(/…$/, '')].slice(0, -1).join('')}…`;
        runs = runsOf(shown, weight);
      }
      let at = right ? x + width - widthOf(runs, size) : x;
      for (const { font, text: part } of runs) {
        doc.font(font).fontSize(size).fillColor(color).text(part, at, y, { lineBreak: false });
        at += doc.widthOfString(part);
      }
    },
  };
};
