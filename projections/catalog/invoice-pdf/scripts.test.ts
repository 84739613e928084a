import PDFDocument from 'pdfkit';
import t from 'tap';
import { payerLimits } from '#contracts/subscription/payer.ts';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import { drawnLines, drawnRuns } from '#ops/testing/pdf-text.ts';
import type { InvoiceCustomer } from './customer.ts';
import { drawnInvoice } from './drawn.ts';
import { openFonts } from './fonts.ts';
import { renderInvoice } from './render.ts';
import { createTypesetter } from './typesetter.ts';

const invoice: InvoiceRow = {
  id: 'one',
  number: 'INV-2026-000001',
  status: 'open',
  created: 1_764_000_000,
  closes: null,
  lines: [{ description: 'Growth', amount: 4900 }],
  from_credit: 0,
  amount_due: 4900,
  amount_paid: 0,
  currency: 'usd',
  viewers: null,
  invoice_pdf: '',
  hosted: false,
};
const called = (name: string, country: string | null = null): InvoiceCustomer => ({ name, country, address: null });
/** The line of an invoice that names the customer, from left to right, and the fonts that draw it. */
const nameDrawn = async (name: string, country: string | null = null) => {
  const pdf = await renderInvoice(invoice, called(name, country));
  const lines = drawnLines(pdf);
  const runs = drawnRuns(pdf);
  const { y } = runs[runs.findIndex(({ text }) => text === 'Billed to') + 1]!;
  const fonts = new Set(runs.filter((run) => run.y === y).map(({ font }) => font.replace(/(-\d+)?-600$/, '')));
  return { line: lines[lines.indexOf('Billed to') + 1]!, fonts: [...fonts] };
};
const reversed = (text: string): string => [...text].reverse().join('');

t.test('the digest, its whole signature and the key stand on an invoice, however long it is', async (t) => {
  const digest = 'c0ffee42'.repeat(8);
  const key_id = 'fedcba9876543210';
  for (const [count, letter] of [
    [1, 'i'],
    [27, 'W'],
    [30, 'W'],
    [33, 'W'],
  ] as const) {
    const signature = `${letter.repeat(86)}==`;
    const viewers = { mau: 101_001, marked: 0, mau_limit: 100_000, digest, signature, key_id };
    const lines = Array.from({ length: count }, () => invoice.lines[0]!);
    const pdf = await renderInvoice({ ...invoice, lines, viewers }, called('Acme'));
    const drawn = drawnLines(pdf);
    const at = drawn.findIndex((line) => line.includes(key_id));
    t.match(drawn[at], /^Signature \(Ed25519\) of this SHA-256/);
    t.equal(drawn.slice(at + 1).join(''), signature, `${count} lines, ${letter}`);
    t.ok(drawn.includes(digest));
    // Points from the bottom.
    t.ok(Math.min(...drawnRuns(pdf).map(({ y }) => y)) > 40, 'nothing runs over the end of a page');
  }
  const { signature: _, ...unsigned } = { mau: 1, marked: 0, mau_limit: 2, digest, signature: '' };
  const before = drawnLines(await renderInvoice({ ...invoice, viewers: unsigned }, called('Acme')));
  t.equal(before.at(-1), digest, 'one without a signature ends with the digest');
});

t.test('a name is drawn in the letters that it is written in', async (t) => {
  const drawn: [name: string, font: string][] = [
    ['Łódź Ωμέγα Привет Việt', 'inter-latin'],
    ['株式会社ストーリーレール', 'noto-sans-jp'],
    ['故事轨道科技有限公司', 'noto-sans-sc'],
    ['주식회사 스토리레일', 'noto-sans-kr'],
    ['บริษัท สตอรี่เรล จำกัด', 'noto-sans-thai-thai'],
  ];
  for (const [name, font] of drawn) {
    const { line, fonts } = await nameDrawn(name);
    t.equal(line.normalize('NFC'), name.normalize('NFC'));
    t.ok(fonts.includes(font), `${name} in ${fonts}`);
  }
  const hindi = await nameDrawn('स्टोरीरेल प्रतिष्ठान');
  t.ok(hindi.fonts.includes('noto-sans-devanagari-devanagari'));
  t.notMatch(hindi.line, '□');
  t.equal((await nameDrawn('A\u{13000}')).line, 'A□', 'a letter that no font has is a box');
  t.equal((await nameDrawn('A\u200e\u2060B')).line, 'AB', 'what cannot be seen is none');
});

t.test('Hebrew and Arabic run from right to left, and what stands between them from left to right', async (t) => {
  t.equal((await nameDrawn('שלום Acme 12')).line, `Acme 12 ${reversed('שלום')}`);
  t.equal((await nameDrawn('Acme 12 שלום')).line, `Acme 12 ${reversed('שלום')}`);
  t.equal((await nameDrawn('Acme (שלום) Ltd')).line, `Acme (${reversed('שלום')}) Ltd`);
  t.equal((await nameDrawn('חברה (12) בע"מ')).line, `${reversed('בע"מ')} (12) ${reversed('חברה')}`, 'brackets turn');
  t.equal((await nameDrawn('دار ٢٥ نور')).line, `${reversed('نور')} ٢٥ ${reversed('دار')}`);
  t.equal(
    (await nameDrawn('دار ۲۵ نور')).line,
    `${reversed('نور')} ۲۵ ${reversed('دار')}`,
    'nor do Persian digits turn',
  );
  t.same((await nameDrawn('בית')).fonts, ['heebo-hebrew']);
  t.same((await nameDrawn('بيت')).fonts, ['cairo-arabic']);
  t.equal((await nameDrawn('שָׁלוֹם')).line.length, 'שָׁלוֹם'.normalize('NFC').length, 'with their marks');

  const { faceOf } = await openFonts({ 400: 'بيت', 600: '' }, null);
  const { font } = faceOf('ب', 400)!;
  const [, middle] = font.layout('ببب').glyphs;
  t.not(middle!.id, font.glyphForCodePoint('ب'.codePointAt(0)!).id, 'Arabic letters are joined');
});

t.test('Han letters are those of the country, else of the language that the text shows', async (t) => {
  const fontOf = async (name: string, country: string | null) => (await nameDrawn(name, country)).fonts;
  t.same(await fontOf('直骨', null), ['noto-sans-sc']);
  t.same(await fontOf('直骨', 'SE'), ['noto-sans-sc']);
  t.same(await fontOf('直骨', 'JP'), ['noto-sans-jp']);
  t.same(await fontOf('直骨', 'KR'), ['noto-sans-kr']);
  t.same(await fontOf('直骨の', 'TW'), ['noto-sans-sc']);
  t.same(await fontOf('直骨の', null), ['noto-sans-jp']);
  t.same(await fontOf('直骨의', null), ['noto-sans-kr']);
  t.notMatch((await nameDrawn('한국어 龍 かな', 'JP')).line, '□', 'what one font lacks another has');
});

t.test('the longest name and address are drawn in time and space', async (t) => {
  // The 3,666 most frequent letters of GB 2312, in an order that goes from file to file.
  const gb = new TextDecoder('gb18030');
  const hanAt = (at: number): string => gb.decode(Uint8Array.of(0xb0 + Math.floor(at / 94), 0xa1 + (at % 94)));
  const han = (from: number, length: number): string =>
    Array.from({ length }, (_, at) => hanAt(((from + at) * 31) % 3666)).join('');
  const { name, addressLine, city, postalCode, taxId } = payerLimits;
  const address = {
    line1: han(200, addressLine),
    line2: han(500, addressLine),
    city: han(800, city),
    state: han(1000, city),
    postal_code: han(1200, postalCode),
    country: 'SE',
    tax_id: han(1300, taxId),
  };
  const pdf = await drawnInvoice(invoice, { name: han(0, name), country: null, address });
  const runs = drawnRuns(pdf);
  t.notOk(runs.some(({ text }) => text.includes('□')));
  t.ok(runs.length > 100, 'each letter from the file that has it');
  const said = drawnLines(pdf).join('');
  for (const part of [han(0, name), address.line1, address.line2]) t.ok(said.includes(part), 'whole, line by line');
});

t.test(
  'an invoice says a long name whole, in as many lines as it takes, and is measured a few times alone',
  async (t) => {
    const doc = new PDFDocument({ margin: 0 });
    const measured: string[] = [];
    const measure = doc.widthOfString.bind(doc);
    doc.widthOfString = (text, options) => {
      measured.push(text);
      return measure(text, options);
    };
    const drawn: string[] = [];
    const draw = doc.text.bind(doc);
    doc.text = ((text: string, ...more: [number, number, object]) => {
      drawn.push(text);
      return draw(text, ...more);
    }) as typeof doc.text;
    const { line, wrap } = createTypesetter(doc, await openFonts({ 400: '', 600: '東京漢' }, null));
    const room = { width: 483, weight: 600 } as const;
    t.same(wrap('Marlow AB', room), ['Marlow AB']);
    t.same(wrap('', room), []);
    const long = 'Marlow Harbour Holding and Subsidiaries of the Great Northern Sea AB, Department of Lights and Buoys';
    const lines = wrap(long, room);
    t.equal(lines.length, 2);
    t.equal(lines.join(' '), long, 'broken at a space');
    const unbroken = 'W'.repeat(150);
    t.equal(wrap(unbroken, room).join(''), unbroken, 'and within a word that is too wide');
    const han = `東京 ${'漢'.repeat(150)}`;
    t.equal(wrap(han, room)[0]!.length, 49, 'a line of Han letters is full');
    t.equal(wrap(han, room).join(''), han);
    const marked = 'שָׁ'.repeat(150);
    t.ok(
      wrap(marked, room).every((one) => one.startsWith('ש')),
      'no mark is parted from its letter',
    );
    t.same(wrap('W W', { width: 1 }), ['W', 'W'], 'a letter that is wider than the page has a line of its own');

    measured.length = 0;
    line('W'.repeat(200), { x: 0, y: 0, width: 483 });
    t.match(drawn, [/^W+…$/], 'what has one line alone is cut');
    t.ok(measured.length < 25, `measured ${measured.length} times`);
  },
);
