import t from 'tap';
import { sipHasher } from './sip-hash.ts';

const key = Uint8Array.from({ length: 16 }, (_, place) => place);

const rotated = (value: bigint, by: bigint): bigint => BigInt.asUintN(64, (value << by) | (value >> (64n - by)));

/** SipHash-2-4 as its authors write it, in whole numbers. */
const asWritten = (bytes: Buffer): bigint => {
  const [k0, k1] = [Buffer.from(key).readBigUInt64LE(0), Buffer.from(key).readBigUInt64LE(8)];
  let [v0, v1] = [k0 ^ 0x736f6d6570736575n, k1 ^ 0x646f72616e646f6dn];
  let [v2, v3] = [k0 ^ 0x6c7967656e657261n, k1 ^ 0x7465646279746573n];
  const round = () => {
    v0 = BigInt.asUintN(64, v0 + v1);
    v1 = rotated(v1, 13n) ^ v0;
    v0 = rotated(v0, 32n);
    v2 = BigInt.asUintN(64, v2 + v3);
    v3 = rotated(v3, 16n) ^ v2;
    v0 = BigInt.asUintN(64, v0 + v3);
    v3 = rotated(v3, 21n) ^ v0;
    v2 = BigInt.asUintN(64, v2 + v1);
    v1 = rotated(v1, 17n) ^ v2;
    v2 = rotated(v2, 32n);
  };
  const padded = Buffer.alloc((bytes.length >> 3) * 8 + 8);
  bytes.copy(padded);
  padded[padded.length - 1] = bytes.length & 255;
  for (let at = 0; at < padded.length; at += 8) {
    const block = padded.readBigUInt64LE(at);
    v3 ^= block;
    round();
    round();
    v0 ^= block;
  }
  v2 ^= 0xffn;
  for (let count = 0; count < 4; count += 1) round();
  return v0 ^ v1 ^ v2 ^ v3;
};

t.test('the hash is SipHash-2-4: the published one of each length, and of any text that of its UTF-8', async (t) => {
  const hash = sipHasher(key);
  const published = { 0: '310e0edd47db6f72', 1: 'fd67dc93c539f874', 8: '6224939a79f5f593', 15: 'e545be4961ca29a1' };
  for (const [length, wanted] of Object.entries({ ...published, 63: '724506eb4c328a95' })) {
    const text = String.fromCharCode(...Array.from({ length: Number(length) }, (_, place) => place));
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(hash(text));
    t.equal(bytes.toString('hex'), wanted, `${length} bytes`);
  }
  const texts = ['', 'ada', 'zoë@example.test', '日本', '\ud83d\ude00', '\ud83d', 'é'.repeat(128), 'x'.repeat(1020)];
  for (const text of [...texts, ...texts.map((one) => one.repeat(40))])
    t.equal(hash(text), asWritten(Buffer.from(text)), `${text.length} characters`);
  for (let length = 0; length < 40; length += 1) {
    const text = 'abcdefghij'.repeat(4).slice(0, length);
    t.equal(hash(text), asWritten(Buffer.from(text)), 'whatever was hashed before');
  }
  t.not(hash('ada'), sipHasher(key.map((byte) => byte + 1))('ada'));
});
