import { createHash } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import {
  activePrecision,
  addViewer,
  countViewers,
  emptySketch,
  encodeSketch,
  exactLimit,
  mergeEncoded,
  reachPrecision,
  viewerHash,
  withViewers,
} from './sketch.ts';
import { countUnion } from './union.ts';

const hash = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const build = (hashes: Iterable<number>, precision = reachPrecision) => {
  const sketch = emptySketch(precision);
  for (const one of hashes) addViewer(sketch, one);
  return sketch;
};

/** A seeded stream of 48-bit numbers. */
const numbers = (seed: number) => {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n;
  let a = Number((state >> 32n) & 0xffffffffn) | 1;
  let b = Number(state & 0xffffffffn) | 1;
  state = 0n;
  const next = () => {
    a = Math.imul(a ^ (a >>> 16), 0x21f0aaad);
    a = (a + 0x6d2b79f5) | 0;
    b = (b + 0x9e3779b9) | 0;
    let x = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ a;
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return (x ^ (x >>> 16)) >>> 0;
  };
  return () => next() * 65_536 + (next() >>> 16);
};

t.test('the bytes depend on who was seen, not on order or grouping', async () => {
  fc.assert(
    fc.property(
      fc.array(hash, { maxLength: 900 }),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom(reachPrecision, activePrecision),
      (hashes, parts, precision) => {
        const whole = encodeSketch(build(hashes, precision));
        const merged = emptySketch(precision);
        for (let part = parts - 1; part >= 0; part -= 1)
          mergeEncoded(
            merged,
            encodeSketch(
              build(
                hashes.filter((_, index) => index % parts === part),
                precision,
              ),
            ),
          );
        const backwards = encodeSketch(build([...hashes].reverse(), precision));
        return whole.equals(encodeSketch(merged)) && whole.equals(backwards);
      },
    ),
    { numRuns: 60, seed: 7 },
  );
});

t.test('viewers added to stored bytes give the bytes of a sketch of all', async (t) => {
  fc.assert(
    fc.property(
      fc.array(hash, { maxLength: 700 }),
      fc.array(hash, { maxLength: 40 }),
      fc.constantFrom(reachPrecision, activePrecision),
      (before, more, precision) => {
        const stored = encodeSketch(build(before, precision));
        const copy = Buffer.from(stored);
        const added = withViewers(stored, more);
        const whole = encodeSketch(build([...before, ...more], precision));
        return stored.equals(copy) && (added === null ? whole.equals(stored) : whole.equals(added));
      },
    ),
    { numRuns: 200, seed: 11 },
  );
  const few = encodeSketch(build([5, 9]));
  for (const size of [0, 7, 300, 301, 5000]) {
    const sketch = build(Array.from({ length: size }, numbers(size + 1)));
    t.equal(countUnion(reachPrecision, [encodeSketch(sketch)]), countViewers(sketch), `counted from ${size}`);
  }
  t.equal(withViewers(few, [9, 5]), null);
  const many = encodeSketch(build(Array.from({ length: 500 }, numbers(4))));
  t.equal(withViewers(many, Array.from({ length: 500 }, numbers(4))), null);
});

t.test('several sketches count together as one sketch of all their viewers', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ size: fc.nat(700), from: fc.nat(900), seed: fc.integer({ min: 1, max: 3 }) }), {
        maxLength: 6,
      }),
      fc.array(hash, { maxLength: 20 }),
      fc.constantFrom(reachPrecision, activePrecision),
      (parts, few, precision) => {
        // Stretches of the same few streams of numbers, so that viewers are in several of them.
        const sets = parts.map(({ size, from, seed }) => {
          const next = numbers(seed);
          return Array.from({ length: from + size }, next).slice(from);
        });
        const encoded = [...sets, few].map((set) => encodeSketch(build(set, precision)));
        return countUnion(precision, encoded) === countViewers(build([...sets.flat(), ...few], precision));
      },
    ),
    { numRuns: 150, seed: 5 },
  );
});

t.test('up to 300 viewers are counted exactly', async (t) => {
  const next = numbers(3);
  const sketch = emptySketch(reachPrecision);
  for (let count = 1; count <= exactLimit; count += 1) {
    const one = next();
    addViewer(sketch, one);
    if (addViewer(sketch, one)) t.fail('the same viewer again changed something');
    if (countViewers(sketch) !== count) t.fail(`${count} viewers count as ${countViewers(sketch)}`);
  }
  t.equal(countUnion(reachPrecision, [encodeSketch(sketch), encodeSketch(sketch)]), exactLimit);
  t.equal(encodeSketch(sketch)[0], 1);
  addViewer(sketch, next());
  t.equal(encodeSketch(sketch)[0], 2, 'the 301st makes it dense');
});

t.test('extreme hashes keep their rank through the bytes', async (t) => {
  for (const precision of [reachPrecision, activePrecision]) {
    const next = numbers(5);
    const sketch = build([0, 2 ** 48 - 1, 1, 2 ** 32, 2 ** 36, ...Array.from({ length: 400 }, next)], precision);
    t.equal(sketch.registers?.[0], 48 - precision + 1);
    const copy = emptySketch(precision);
    mergeEncoded(copy, encodeSketch(sketch));
    t.same(copy.registers, sketch.registers);
  }
});

for (const [precision, bound] of [
  [reachPrecision, 0.02],
  [activePrecision, 0.01],
] as const)
  t.test(
    `over 200 sets the relative standard error at precision ${precision} is at most ${bound * 100} %`,
    async (t) => {
      const checkpoints = [400, 1000, 4000, 12_000, 30_000];
      const squares = new Map(checkpoints.map((size) => [size, 0]));
      for (let seed = 1; seed <= 200; seed += 1) {
        const next = numbers(seed * 7919);
        const sketch = emptySketch(precision);
        for (let size = 1; size <= checkpoints.at(-1)!; size += 1) {
          addViewer(sketch, next());
          const sum = squares.get(size);
          if (sum !== undefined) squares.set(size, sum + ((countViewers(sketch) - size) / size) ** 2);
        }
      }
      for (const [size, sum] of squares) {
        const error = Math.sqrt(sum / 200);
        t.ok(error <= bound, `${size} viewers: ${(error * 100).toFixed(2)} %`);
      }
    },
  );

t.test('a viewer hash is the head of the keyed hash', async (t) => {
  const digest = createHash('sha256').update('someone').digest().subarray(0, 16);
  t.equal(viewerHash(digest.toString('base64url')), digest.readUIntBE(0, 6));
});

t.test('a sketch of another precision or kind is refused', async (t) => {
  t.throws(() => mergeEncoded(emptySketch(12), encodeSketch(emptySketch(14))));
  t.throws(() => mergeEncoded(emptySketch(12), Buffer.from([9, 12])));
});
