import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type Weight = 400 | 600;

/** A file with some letters of a font: one for each weight, or one that has them all. */
export interface FontFile {
  /** No other has it: `inter-latin`, `noto-sans-jp-12`. */
  name: string;
  isVariable: boolean;
  path(weight: Weight): string;
}

/** The files that may have a letter, by its code point. */
type Family = ReadonlyMap<number, readonly FontFile[]>;

const inPackages = createRequire(import.meta.url).resolve;

/** Each code point of ranges as CSS has them: `U+20AC,U+2000-206F`. */
function* codePointsIn(ranges: string): Generator<number> {
  for (const range of ranges.split(',')) {
    const [first, last = first] = range.slice('U+'.length).split('-');
    const end = Number.parseInt(last!, 16);
    for (let codePoint = Number.parseInt(first!, 16); codePoint <= end; codePoint += 1) yield codePoint;
  }
}

/** Reads which letters the files of a package have. `subsets` are those to draw from, the first before the others. */
const readFamily = (
  packageName: string,
  subsetsOf: (ranges: Record<string, string>) => readonly string[],
  fileOf: (subset: string) => FontFile,
): Family => {
  const ranges = JSON.parse(readFileSync(inPackages(`${packageName}/unicode.json`), 'utf8')) as Record<string, string>;
  const family = new Map<number, FontFile[]>();
  for (const subset of subsetsOf(ranges)) {
    const file = fileOf(subset);
    for (const codePoint of codePointsIn(ranges[subset]!)) {
      const files = family.get(codePoint);
      if (files) files.push(file);
      else family.set(codePoint, [file]);
    }
  }
  return family;
};

/** A family with a file for each weight. */
const plainFamily = (font: string, subsets: readonly string[]): Family =>
  readFamily(
    `@fontsource/${font}`,
    () => subsets,
    (subset) => ({
      name: `${font}-${subset}`,
      isVariable: false,
      path: (weight) => inPackages(`@fontsource/${font}/files/${font}-${subset}-${weight}-normal.woff`),
    }),
  );

/** A family of a hundred files for all weights, which its package numbers: `[12]`. */
const numberedFamily = (font: string): Family =>
  readFamily(
    `@fontsource-variable/${font}`,
    (ranges) => Object.keys(ranges).filter((subset) => subset.startsWith('[')),
    (subset) => {
      const name = `${font}-${subset.slice(1, -1)}`;
      const path = inPackages(`@fontsource-variable/${font}/files/${name}-wght-normal.woff2`);
      return { name, isVariable: true, path: () => path };
    },
  );

// Read when none before it has a letter: most invoices need the first alone.
const once = (read: () => Family): (() => Family) => {
  let family: Family | undefined;
  return () => {
    family ??= read();
    return family;
  };
};

const first = [
  once(() => plainFamily('inter', ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'])),
  once(() => plainFamily('heebo', ['hebrew'])),
  once(() => plainFamily('cairo', ['arabic'])),
  once(() => plainFamily('noto-sans-thai', ['thai'])),
  once(() => plainFamily('noto-sans-devanagari', ['devanagari'])),
];
const eastAsian = {
  jp: once(() => numberedFamily('noto-sans-jp')),
  sc: once(() => numberedFamily('noto-sans-sc')),
  kr: once(() => numberedFamily('noto-sans-kr')),
};
type EastAsian = keyof typeof eastAsian;

const byCountry = new Map<string | null, EastAsian>([
  ['JP', 'jp'],
  ['KR', 'kr'],
  ['CN', 'sc'],
  ['TW', 'sc'],
  ['HK', 'sc'],
  ['SG', 'sc'],
]);
const byText = (text: string): EastAsian => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  return /\p{Script=Hangul}/u.test(text) ? 'kr' : 'sc';
};

/**
 * Where to look for the letters of a text: answers the files that may have a code point, the one to draw it from first.
 * Han letters, which look different by country, are those of `country` (ISO 3166-1 alpha-2) where it writes them: JP, KR,
 * and CN, TW, HK and SG, which have the simplified font. Elsewhere a text with kana has Japanese ones, one with Hangul
 * Korean ones, any other those of China.
 */
export const filesFor = (text: string, country: string | null): ((codePoint: number) => Iterable<FontFile>) => {
  const chosen = byCountry.get(country) ?? byText(text);
  const order = [chosen, ...(['sc', 'jp', 'kr'] as const).filter((one) => one !== chosen)];
  const families = [...first, ...order.map((one) => eastAsian[one])];
  return function* (codePoint) {
    for (const family of families) yield* family().get(codePoint) ?? [];
  };
};
