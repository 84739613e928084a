import t from 'tap';
import { moved, orderRefusal, pinToggled } from './group-order.ts';

const rows = [
  { id: 'a', pinned: true },
  { id: 'b', pinned: true },
  { id: 'c', pinned: false },
  { id: 'd', pinned: false },
];
const ids = (list: readonly { id: string }[]) => list.map((row) => row.id).join('');

t.test('a group moves to the place where it was dropped', async (t) => {
  t.equal(ids(moved(rows, 0, 2)), 'bcad');
  t.equal(ids(moved(rows, 3, 0)), 'dabc');
  t.equal(ids(moved(rows, 9, 0)), 'abcd');
});

t.test('pinned and unpinned groups do not mix, and the sentence names the one that was moved', async (t) => {
  t.equal(orderRefusal(moved(rows, 0, 1), 'a'), null);
  t.equal(orderRefusal(moved(rows, 3, 2), 'd'), null);
  t.equal(orderRefusal(moved(rows, 0, 2), 'a'), 'You cannot move a pinned story group after an unpinned one.');
  t.equal(orderRefusal(moved(rows, 3, 1), 'd'), 'You cannot move an unpinned story group before a pinned one.');
});

t.test('a pinned group becomes the last pinned one, an unpinned one the first of the others', async (t) => {
  t.equal(ids(pinToggled(rows, 'd')), 'abdc');
  t.equal(ids(pinToggled(rows, 'a')), 'bacd');
  t.same(pinToggled(rows, 'a')[1], { id: 'a', pinned: false });
  t.equal(ids(pinToggled(rows, 'x')), 'abcd');
});
