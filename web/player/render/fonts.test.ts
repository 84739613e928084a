import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { type FontSubset, fontFileName, fontFiles, fontWeights } from '#contracts/studio/font-files.ts';
import { fontNames } from '#contracts/studio/fonts.ts';
import { fontStack } from './font-stack.ts';
import { loadFonts, neededSubsets } from './fonts.ts';

const base = 'https://rail.test/x/sdk/v1/';

/** A page without fonts; `missing` are those that the server does not have. */
const openPage = (t: Test, missing = new Set<string>()) => {
  const asked: string[] = [];
  const fonts = new Set<object>();
  class FontFace {
    readonly family: string;
    readonly bytes: number;
    readonly rules: object;
    constructor(family: string, source: ArrayBuffer, rules: object) {
      this.family = family;
      this.bytes = source.byteLength;
      this.rules = rules;
    }
    async load() {
      if (this.bytes === 0) throw new Error('no font');
      return this;
    }
  }
  const page = {
    document: { fonts },
    FontFace,
    fetch: async (address: string) => {
      asked.push(address);
      const name = address.slice(address.lastIndexOf('/') + 1);
      if (missing.has(name)) return new Response('{}', { status: 404 });
      return new Response(name.startsWith('oswald') ? '' : 'wOF2');
    },
  };
  for (const [name, value] of Object.entries(page)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    t.teardown(() =>
      before ? Object.defineProperty(globalThis, name, before) : Reflect.deleteProperty(globalThis, name),
    );
  }
  return { asked, fonts, missing };
};

t.test('a text needs the parts of its scripts alone', async (t) => {
  for (const [font, text, ...parts] of [
    ['inter', 'Which coat? 50 %', 'latin'],
    ['inter', 'Grüße — “été”…', 'latin'],
    ['inter', 'Cafe\u0301', 'latin'],
    ['inter', 'Łódź', 'latin-ext', 'latin'],
    ['inter', 'ışığı', 'latin-ext', 'latin'],
    ['inter', 'Đường Việt', 'vietnamese', 'latin'],
    ['inter', 'Которое', 'cyrillic'],
    ['inter', 'Кот\u0301орое', 'cyrillic'],
    ['inter', 'Ҡайһы пальто?', 'cyrillic-ext', 'cyrillic', 'latin'],
    ['inter', 'Ποιο', 'greek'],
    ['playfair-display', 'Которое пальто', 'cyrillic'],
    ['cairo', 'أي معطف تختار؟', 'arabic'],
    ['cairo', 'معطف 2', 'arabic', 'latin'],
    ['cairo', 'Которое'],
    ['heebo', 'איזה\u00a0מעיל', 'hebrew'],
    ['heebo', 'מעיל ב־₪', 'hebrew'],
    ['heebo', '₺', 'latin-ext'],
    ['cairo', '👩‍💻 ❤️ 東京'],
    ['lora', ' \n\t'],
    ['lora', ''],
    ['comic-sans', 'a'],
    ['__proto__', 'a'],
  ] as const)
    t.same(neededSubsets(font, text), parts, `${font}: ${text}`);
});

/** The characters of the basic plane that a WOFF2 file draws. */
const drawnBy = (file: Buffer): Set<number> => {
  const number = () => {
    let value = 0;
    for (let more = true; more; at += 1) {
      value = value * 128 + (file[at]! & 127);
      more = file[at]! > 127;
    }
    return value;
  };
  let at = 48;
  let before = 0;
  let start = -1;
  for (let count = file.readUInt16BE(12); count > 0; count -= 1) {
    const flags = file[at]!;
    // The tables glyf and loca are transformed unless they say 3, any other if it says so.
    const isTransformed = [10, 11].includes(flags & 63) ? flags >> 6 !== 3 : flags >> 6 !== 0;
    at += (flags & 63) === 63 ? 5 : 1;
    const original = number();
    if ((flags & 63) === 0) start = before;
    before += isTransformed ? number() : original;
  }
  const table = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(start);
  const drawn = new Set<number>();
  for (let map = 0; map < table.readUInt16BE(2); map += 1) {
    const segments = table.subarray(table.readUInt32BE(8 + 8 * map));
    if (segments.readUInt16BE(0) !== 4) continue;
    const size = segments.readUInt16BE(6);
    for (let one = 0; one < size; one += 2) {
      const [end, first] = [14 + one, 16 + size + one].map((from) => segments.readUInt16BE(from)) as [number, number];
      for (let point = first; point <= end && point < 0xffff; point += 1) drawn.add(point);
    }
  }
  return drawn;
};

const packageOf = (font: string) => new URL(`../../../node_modules/@fontsource/${font}/`, import.meta.url);

t.test('every font has both weights, and the part that is chosen for a character draws it', async (t) => {
  t.same([...fontFiles.keys()], fontNames);
  t.same(fontWeights, [400, 700]);
  for (const [font, { subsets }] of fontFiles)
    for (const weight of fontWeights) {
      const read = async (subset: FontSubset) => {
        const file = await readFile(new URL(`files/${font}-${subset}-${weight}-normal.woff2`, packageOf(font)));
        return [subset, drawnBy(file)] as const;
      };
      const drawn = new Map(await Promise.all(subsets.map(read)));
      // A mark that belongs to no letter of the font is nobody's.
      const points = new Set([...drawn.values()].flatMap((all) => [...all]));
      const wrong = [...points].filter((point) => {
        const text = String.fromCodePoint(point);
        if (/[\s\p{DI}\p{Cc}]|[\u0300-\u036f]/u.test(text) || text.normalize() !== text) return false;
        const needed = neededSubsets(font, text);
        return needed.length !== 1 || !drawn.get(needed[0]!)?.has(point);
      });
      t.ok(points.size > 400, `${font} draws ${points.size} characters`);
      t.same(
        wrong.map((point) => point.toString(16)),
        [],
        `${font}, ${weight}`,
      );
    }
});

t.test('the parts of a font are those of its package, except for signs', async (t) => {
  for (const [font, { subsets }] of fontFiles) {
    const ranges = JSON.parse(await readFile(new URL('unicode.json', packageOf(font)), 'utf8'));
    const signs = ['math', 'symbols'];
    t.same(
      Object.keys(ranges).filter((name) => !signs.includes(name)),
      subsets,
    );
  }
});

t.test('a page gets what its texts need, once, and keeps its own fonts', async (t) => {
  const page = openPage(t);
  const uses = [
    { font: 'lora', weight: 400, text: 'Łódź' },
    { font: 'lora', weight: 400, text: 'Coat' },
    { font: 'lora', weight: 700, text: 'Coat' },
  ] as const;
  await Promise.all([loadFonts(base, uses), loadFonts(base, uses)]);
  await loadFonts(base, uses);
  const names = [
    fontFileName('lora', 'latin-ext', 400),
    fontFileName('lora', 'latin', 400),
    fontFileName('lora', 'latin', 700),
  ];
  t.same(
    page.asked,
    names.map((name) => `${base}fonts/${name}`),
  );
  t.match(
    [...page.fonts],
    [
      { family: 'sr-lora', rules: { weight: '400', unicodeRange: /^U\+20,U\+a0,U\+100-130,/ } },
      { family: 'sr-lora', rules: { weight: '400', unicodeRange: /^U\+20,U\+a0,U\+0-ff,U\+131,/ } },
      { family: 'sr-lora', rules: { weight: '700' } },
    ],
  );
  t.equal(page.fonts.size, 3);
  await loadFonts(base, [{ font: 'lora', weight: 400, text: 'Которое' }]);
  t.equal(page.asked.at(-1), `${base}fonts/${fontFileName('lora', 'cyrillic', 400)}`, 'what comes later is added');
});

t.test('a font that cannot be had is asked for again later, and the others come', async (t) => {
  const gone = fontFileName('caveat', 'latin', 400);
  const page = openPage(t, new Set([gone]));
  const uses = [
    { font: 'caveat', weight: 400, text: 'Coat Которое' },
    { font: 'oswald', weight: 400, text: 'broken' },
    { font: '__proto__', weight: 400, text: 'unknown' },
  ] as const;
  await loadFonts(base, uses);
  t.match([...page.fonts], [{ family: 'sr-caveat', rules: { unicodeRange: /U\+400-45f/ } }]);
  page.missing.clear();
  await loadFonts(base, uses);
  t.equal(page.fonts.size, 2);
  t.equal(page.asked.filter((address) => address.endsWith(gone)).length, 2);
});

t.test('what the system has stands in for a font by its kind', async (t) => {
  for (const font of fontNames) t.match(fontStack(font), new RegExp(`^sr-${font},.*(serif|cursive)$`));
  t.match(fontStack('lora'), /,serif$/);
  t.match(fontStack('inter'), /,sans-serif$/);
  t.equal(fontStack('__proto__'), 'system-ui,sans-serif');
});
