import { type FontSubset, type FontWeight, fontFileName, fontFiles, fontRanges } from '#contracts/studio/font-files.ts';
import { familyOfFont } from './font-stack.ts';

/** What is written in a font: all its words, also those that come later, such as the digits of shares. */
export interface FontUse {
  font: string;
  weight: FontWeight;
  text: string;
}

const charactersOf = (subset: FontSubset): RegExp =>
  new RegExp(`[${fontRanges[subset].replace(/\w+/g, '\\u{$&}').replaceAll(',', '')}]`, 'u');

/**
 * The parts of a font that a text needs, in the font's own order; none for a font that is not known here. What several
 * parts have comes with one that is needed anyway, and spaces with any.
 */
export function neededSubsets(font: string, text: string): FontSubset[] {
  const all = fontFiles.get(font)?.subsets ?? [];
  const parts = all.map((subset) => ({ subset, characters: charactersOf(subset) }));
  const written = new Set(text.normalize().replace(/[\s\p{DI}]/gu, ''));
  const choices = [...written].map((one) =>
    parts.filter(({ characters }) => characters.test(one)).map(({ subset }) => subset),
  );
  const needed = new Set<FontSubset>();
  for (const among of choices.sort((a, b) => a.length - b.length))
    if (among.length > 0 && !among.some((subset) => needed.has(subset))) needed.add(among.at(-1)!);
  return all.filter((subset) => needed.has(subset));
}

const timeout = 15_000;
const faces = new Map<string, Promise<FontFace | null>>();

async function fetchFace(address: string, { font, weight }: FontUse, subset: FontSubset): Promise<FontFace> {
  const answer = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(timeout) });
  if (!answer.ok) {
    // An answer that nobody reads would keep its connection.
    answer.body?.cancel().catch(() => {});
    throw new Error(`a font answered ${answer.status}`);
  }
  // Each part has the space, so that a text of one script needs no other part.
  const unicodeRange = `20,a0,${fontRanges[subset]}`.replace(/[^,]+/g, 'U+$&');
  return new FontFace(familyOfFont(font), await answer.arrayBuffer(), { weight: `${weight}`, unicodeRange }).load();
}

/** The part once in a page; null where it cannot be had, and then asked for again by the next who needs it. */
function faceOf(base: string, use: FontUse, subset: FontSubset): Promise<FontFace | null> {
  const address = `${base}fonts/${fontFileName(use.font, subset, use.weight)}`;
  let face = faces.get(address);
  if (!face) {
    face = fetchFace(address, use, subset).catch(() => {
      faces.delete(address);
      return null;
    });
    faces.set(address, face);
  }
  return face;
}

/**
 * Gives the page what it lacks of fonts, in the parts that the texts need. They come as bytes, which the page's policy
 * for connections lets in. `base` is the address of the SDK's files, such as `https://stories.example/sdk/v1/`. Done
 * when all are there or could not be had; it never fails, and a font that cannot be had is drawn as `fontStack` says.
 */
export async function loadFonts(base: string, uses: readonly FontUse[]): Promise<void> {
  const written = new Map<string, FontUse>();
  for (const use of uses) {
    const key = `${use.font} ${use.weight}`;
    written.set(key, { ...use, text: (written.get(key)?.text ?? '') + use.text });
  }
  const load = async (use: FontUse) => {
    const needed = neededSubsets(use.font, use.text).map((subset) => faceOf(base, use, subset));
    // In the order of the parts, whichever comes first: it decides who draws what two of them have.
    for (const face of await Promise.all(needed)) if (face) document.fonts.add(face);
  };
  await Promise.all([...written.values()].map(load));
}
