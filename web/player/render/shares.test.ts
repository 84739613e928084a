import t from 'tap';
import { wholeShares } from './shares.ts';

t.test('shares are whole and add up to 100, whatever was counted', async (t) => {
  t.same(wholeShares([1, 1, 1]), [34, 33, 33]);
  t.same(wholeShares([5011, 3203]), [61, 39]);
  t.same(wholeShares([1, 0, 0, 199]), [1, 0, 0, 99]);
  t.same(wholeShares([0, 0]), [0, 0]);
  let seed = 7;
  const next = () => {
    seed = (seed * 16807) % 2147483647;
    return seed;
  };
  for (let round = 0; round < 500; round++) {
    const counts = Array.from({ length: 2 + (next() % 4) }, () => next() % 10_000);
    const shares = wholeShares(counts);
    t.equal(
      shares.reduce((sum, share) => sum + share, 0),
      100,
      `${counts}`,
    );
    const total = counts.reduce((sum, count) => sum + count, 0);
    t.ok(
      shares.every((share, at) => Math.abs(share - (counts[at]! * 100) / total) < 1),
      `none is a whole percent off: ${counts}`,
    );
  }
});
