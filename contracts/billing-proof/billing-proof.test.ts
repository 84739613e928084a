import fc from 'fast-check';
import t from 'tap';
import { countProofRows, findProofRow } from './count.ts';
import { addMonths } from './keeping.ts';
import { decodeProofHeader, encodeProofHeader, isProofPeriod, proofLayout, viewOf } from './layout.ts';
import type { ProofStatement } from './rows.ts';
import { billChecks, checkBill } from './verify.ts';

const account_id = '0190a000-0000-7000-8000-00000000acc0';
const from = Date.UTC(2026, 9, 1) / 1000;
const dayCount = 31;
const to = from + dayCount * 86_400;
const period = { account_id, from, to };

interface Row {
  hash: string;
  days: number;
  marked: boolean;
}
const bytesOf = (rows: readonly Row[], header = encodeProofHeader(period)): Uint8Array => {
  const bytes = new Uint8Array(header.length + rows.length * proofLayout.rowBytes);
  bytes.set(header);
  for (const [index, { hash, days, marked }] of rows.entries()) {
    const at = header.length + index * proofLayout.rowBytes;
    bytes.set(Buffer.from(hash, 'hex'), at);
    viewOf(bytes).setUint32(at + proofLayout.hashBytes, days + (marked ? 2 ** 31 : 0));
  }
  return bytes;
};
const sha256 = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');

const counted = (rows: readonly Row[]) => ({
  mau: rows.filter(({ marked }) => !marked).length,
  marked: rows.filter(({ marked }) => marked).length,
  by_day: Array.from({ length: dayCount }, (_, day) => {
    const there = rows.filter(({ days }) => (days >>> day) & 1);
    return {
      viewers: there.filter(({ marked }) => !marked).length,
      marked: there.filter(({ marked }) => marked).length,
    };
  }),
});

const openSigner = async () => {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey)).toString('base64');
  const sign = async (file: Uint8Array, rows: readonly Row[]) => {
    const summary = { ...counted(rows), by_app: null, in_several_apps: null };
    const statement: ProofStatement = { ...period, digest: await sha256(file), summary };
    const signed = JSON.stringify(statement);
    const made = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(signed));
    return { file, signed, signature: Buffer.from(made).toString('base64') };
  };
  const public_key = `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----\n`;
  return { sign, expected: { account_id, from, public_key } };
};

const anyRow = fc.record({
  hash: fc.stringMatching(/^[0-9a-f]{32}$/),
  days: fc.integer({ min: 1, max: 2 ** dayCount - 1 }),
  marked: fc.boolean(),
});
const anyRows = fc
  .uniqueArray(anyRow, { selector: ({ hash }) => hash, minLength: 1, maxLength: 40 })
  .map((rows) => rows.sort((a, b) => (a.hash < b.hash ? -1 : 1)));

t.test('a file that nobody changed passes every check, with the counts of its rows', async (t) => {
  const { sign, expected } = await openSigner();
  const holds = fc.asyncProperty(anyRows, async (rows) => {
    const file = bytesOf(rows);
    const { checks, counts, row, day } = await checkBill(await sign(file, rows), expected);
    t.same(
      checks,
      billChecks.map((check) => ({ check, holds: true })),
    );
    t.same({ counts, row, day }, { counts: counted(rows), row: null, day: null });
    for (const { hash, days, marked } of rows)
      t.same(findProofRow(file, Buffer.from(hash, 'hex')), { days, marked }, 'each viewer is found');
    const other = Buffer.from(rows[0]!.hash, 'hex');
    other[15]! ^= 1;
    if (!rows.some(({ hash }) => hash === other.toString('hex'))) t.equal(findProofRow(file, other), null);
  });
  await t.resolves(fc.assert(holds, { numRuns: 40, seed: 20_261_127 }));
});

t.test('one viewer more, one less, one twice, one moved to another day or unmarked does not pass', async (t) => {
  const { sign, expected } = await openSigner();
  const ways = ['added', 'removed', 'doubled', 'moved', 'marked'] as const;
  const change = (rows: readonly Row[], way: (typeof ways)[number], at: number, extra: Row): Row[] => {
    const changed = rows.map((row) => ({ ...row }));
    const chosen = changed[at]!;
    if (way === 'added') changed.splice(at, 0, extra);
    if (way === 'removed') changed.splice(at, 1);
    if (way === 'doubled') changed.splice(at, 0, { ...chosen });
    if (way === 'moved') chosen.days ^= chosen.days === 1 ? 2 : 1;
    if (way === 'marked') chosen.marked = !chosen.marked;
    return changed;
  };
  const falls = fc.asyncProperty(anyRows, fc.constantFrom(...ways), fc.nat(), anyRow, async (rows, way, at, extra) => {
    const given = await sign(bytesOf(rows), rows);
    const wrong = change(rows, way, at % rows.length, extra);
    const known = (await checkBill({ ...given, file: bytesOf(wrong) }, expected)).checks;
    const failed = known.filter(({ holds }) => holds !== true).map(({ check }) => check);
    t.ok(failed.includes('digest'), `${way}: the digest tells`);
    t.ok(
      failed.some((check) => check !== 'digest'),
      `${way}: and so do the rows`,
    );
    // With a digest of its own it still does not add up to what was signed of the true one.
    const forged = JSON.parse(given.signed) as ProofStatement;
    forged.digest = await sha256(bytesOf(wrong));
    const again = await checkBill({ ...given, signed: JSON.stringify(forged), file: bytesOf(wrong) }, expected);
    t.equal(again.checks.find(({ check }) => check === 'signature')?.holds, false);
    t.equal(again.checks.find(({ check }) => check === 'digest')?.holds, true);
  });
  await t.resolves(fc.assert(falls, { numRuns: 80, seed: 20_261_128 }));
});

t.test('a page may breathe every 20,000 rows', async (t) => {
  const rows = Array.from({ length: 50_000 }, (_, place) => ({
    hash: place.toString(16).padStart(32, '0'),
    days: 1,
    marked: false,
  }));
  let breaths = 0;
  const { counts } = await countProofRows(bytesOf(rows), period, async () => {
    breaths += 1;
  });
  t.same([counts.mau, breaths], [50_000, 2]);
});

t.test('the first day that differs and the first row out of place are named', async (t) => {
  const { sign, expected } = await openSigner();
  const rows = [
    { hash: '01'.repeat(16), days: 0b1, marked: false },
    { hash: '02'.repeat(16), days: 0b100, marked: false },
  ];
  const given = await sign(bytesOf(rows), rows);
  const moved = bytesOf([rows[0]!, { ...rows[1]!, days: 0b1000 }]);
  t.equal((await checkBill({ ...given, file: moved }, expected)).day, from + 2 * 86_400);
  const swapped = await checkBill({ ...given, file: bytesOf([rows[1]!, rows[0]!]) }, expected);
  t.same([swapped.row, swapped.counts], [1, null]);
  const twice = await checkBill({ ...given, file: bytesOf([rows[0]!, rows[1]!, rows[1]!]) }, expected);
  t.same([twice.row, twice.day, twice.counts], [2, from + 2 * 86_400, null], 'who is there twice, and on which day');
  const empty = await checkBill({ ...given, file: bytesOf([{ ...rows[0]!, days: 0 }]) }, expected);
  t.equal(empty.row, 0, 'a viewer of no day');
});

t.test('a proof of another account, period or key does not pass, nor one that cannot be read', async (t) => {
  const { sign, expected } = await openSigner();
  const given = await sign(bytesOf([]), []);
  const failed = async (proof: typeof given, against = expected) =>
    (await checkBill(proof, against)).checks.filter(({ holds }) => holds !== true).map(({ check }) => check);
  t.same(await failed(given), [], 'a period without viewers passes');
  const stranger = { ...expected, account_id: '0190a000-0000-7000-8000-00000000acc1' };
  t.same(await failed(given, stranger), ['signature', 'layout']);
  t.same(await failed(given, { ...expected, from: from + 86_400 }), ['signature', 'layout']);
  t.same(await failed(given, { ...expected, public_key: (await openSigner()).expected.public_key }), ['signature']);
  t.same(await failed(given, { ...expected, public_key: 'none' }), ['signature']);
  t.same(await failed({ ...given, signature: '!' }), ['signature']);
  t.same(await failed({ ...given, signed: '{}' }), ['signature', 'digest', 'layout', 'viewers', 'days']);
  t.same(await failed({ ...given, file: given.file.subarray(1) }), ['digest', 'layout', 'rows', 'viewers', 'days']);
});

t.test('a header says whose file it is; a period has 1 to 31 whole UTC days', async (t) => {
  t.same(decodeProofHeader(encodeProofHeader(period)), period);
  t.equal(decodeProofHeader(bytesOf([]).subarray(0, 35)), null);
  t.equal(decodeProofHeader(Uint8Array.of(...bytesOf([]), 0)), null, 'a row is whole');
  const later = bytesOf([]);
  viewOf(later).setUint32(8, 2);
  t.equal(decodeProofHeader(later), null, 'of a version that is not known');
  for (const [days, fits] of [
    [0, false],
    [1, true],
    [31, true],
    [32, false],
    [1.5, false],
  ] as const)
    t.equal(isProofPeriod({ from, to: from + days * 86_400 }), fits, `${days} days`);
  t.equal(isProofPeriod({ from: from + 1, to: from + 86_401 }), false);
});

t.test('a file is kept for 13 calendar months', async (t) => {
  t.equal(addMonths(Date.UTC(2026, 0, 31) / 1000, 13), Date.UTC(2027, 1, 28) / 1000);
  t.equal(addMonths(Date.UTC(2026, 10, 1) / 1000, 13), Date.UTC(2027, 11, 1) / 1000);
});
