import { inflateSync } from 'node:zlib';

/** Glyphs of one font that are drawn together, the leftmost first. */
export interface DrawnRun {
  /** The font's file and weight, such as `inter-latin-400`. */
  font: string;
  /** Points from the left. */
  x: number;
  /** Points from the bottom. */
  y: number;
  /** What its glyphs stand for; that of a missing letter is `□`. */
  text: string;
}

const all = (text: string, pattern: RegExp): string[][] => [...text.matchAll(pattern)].map((match) => [...match]);
const utf16 = (hex: string): string =>
  String.fromCharCode(...all(hex, /[0-9a-f]{4}/g).map(([unit]) => Number.parseInt(unit!, 16)));

/** What a PDF of pdfkit's draws, run by run as it is written; what its fonts say that their glyphs stand for. */
export const drawnRuns = (pdf: Buffer): DrawnRun[] => {
  const file = pdf.toString('latin1');
  const objects = new Map(all(file, /(\d+) 0 obj\n([\s\S]*?)\nendobj/g).map(([, id, body]) => [id!, body!]));
  const streamOf = (id: string): string => {
    const [, bytes] = /stream\n([\s\S]*)\nendstream/.exec(objects.get(id)!)!;
    return inflateSync(Buffer.from(bytes!, 'latin1')).toString('latin1');
  };
  const fonts = new Map<string, { font: string; glyphs: string[] }>();
  for (const [, name, id] of all(file, /\/(F\d+) (\d+) 0 R/g)) {
    const [, font, table] = /\/BaseFont \/\w+\+(\S+)[\s\S]*\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!)!;
    const ranges = all(streamOf(table!), /> \[(.*)\]/g).map(([, range]) => range!);
    const glyphs = ranges.flatMap((range) => all(range, /<([^>]*)>/g).map(([, hex]) => utf16(hex!)));
    fonts.set(name!, { font: font!, glyphs });
  }
  const text = (name: string, written: string): string =>
    all(written, /<([0-9a-f]*)>/g)
      .flatMap(([, hex]) => all(hex!, /.{4}/g))
      .map(([glyph]) => (glyph === '0000' ? '□' : fonts.get(name)!.glyphs[Number.parseInt(glyph!, 16)]!))
      .join('');
  // A mark that stands beside its place has a place of its own among those of its run.
  return all(file, /\/Contents (\d+) 0 R/g).flatMap(([, id]) =>
    all(streamOf(id!), /BT\n1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/(F\d+) ([\s\S]*?)ET\n/g).map(([, x, y, name, written]) => ({
      font: fonts.get(name!)!.font,
      x: Number(x),
      y: Number(y),
      text: text(name!, written!),
    })),
  );
};

/** The lines that a PDF draws from top to bottom, each as its glyphs stand from left to right. */
export const drawnLines = (pdf: Buffer): string[] => {
  const lines = new Map<number, DrawnRun[]>();
  for (const run of drawnRuns(pdf)) lines.set(run.y, [...(lines.get(run.y) ?? []), run]);
  return [...lines.values()].map((runs) =>
    runs
      .toSorted((one, other) => one.x - other.x)
      .map(({ text }) => text)
      .join(''),
  );
};
