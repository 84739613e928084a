import t from 'tap';
import { createRandom } from '../../../../loadtest/faults/random.ts';
import { sharesOf, shareText } from './shares.ts';

t.test('shares add up to 100%, each within a tenth of what it is, equal ones at most a tenth apart', async (t) => {
  t.same(sharesOf([1, 1, 1]), [334, 333, 333]);
  t.same(sharesOf([0, 0]), [0, 0]);
  t.same(sharesOf([]), []);
  t.equal(shareText(643), '64.3%');
  const random = createRandom(11);
  for (let round = 0; round < 200; round += 1) {
    const counts = Array.from({ length: 1 + Math.floor(random() * 52) }, () => Math.floor(random() * 400));
    const sum = counts.reduce((all, count) => all + count, 0);
    if (sum === 0) continue;
    const shares = sharesOf(counts);
    t.equal(
      shares.reduce((all, share) => all + share, 0),
      1000,
    );
    t.ok(
      shares.every((share, at) => Math.abs(share - (counts[at]! * 1000) / sum) < 1),
      counts.join(),
    );
  }
});
