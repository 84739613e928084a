import t from 'tap';
import { moveItem, orderRefusal, pinToggled } from './group-order.ts';

const rows = [
  { id: 'a', pinned: true },
  { id: 'b', pinned: true },
  { id: 'c', pinned: false },
  { id: 'd', pinned: false },
];
const ids = (list: readonly { id: string }[]) => list.map((row) => row.id).join('');

t.test('a group moves to the place where it was dropped', async (t) => {
  t.equal(ids(moveItem(rows, 0, 2)), 'bcad');
  t.equal(ids(moveItem(rows, 3, 0)), 'dabc');
  t.equal(ids(moveItem(rows, 9, 0)), 'abcd');
});

t.test('pinned and unpinned groups do not mix, and the sentence names the one that was moved', async (t) => {
  t.equal(orderRefusal(moveItem(rows, 0, 1), 'a'), null);
  t.equal(orderRefusal(moveItem(rows, 3, 2), 'd'), null);
  t.equal(orderRefusal(moveItem(rows, 0, 2), 'a'), 'You cannot move a pinned story group after an unpinned one.');
  t.equal(orderRefusal(moveItem(rows, 3, 1), 'd'), 'You cannot move an unpinned story group before a pinned one.');
});

t.test('a group whose video is still uploading keeps its place', async (t) => {
  const movie = (job_status: number | null) => [{ id: 'm', pinned: false, type: 'ivod', job_status }, rows[2]!];
  const sentence = 'You cannot move a story group in uploading state.';
  t.equal(orderRefusal(moveItem(movie(0), 0, 1), 'm'), sentence);
  t.equal(orderRefusal(moveItem(movie(1), 0, 1), 'm'), sentence);
  t.equal(orderRefusal(moveItem(movie(9), 0, 1), 'm'), null);
  t.equal(orderRefusal(moveItem(movie(null), 0, 1), 'm'), null);
  t.equal(orderRefusal(moveItem(movie(1), 1, 0), 'c'), null, 'others move around it');
});

t.test('a pinned group becomes the last pinned one, an unpinned one the first of the others', async (t) => {
  t.equal(ids(pinToggled(rows, 'd')), 'abdc');
  t.equal(ids(pinToggled(rows, 'a')), 'bacd');
  t.same(pinToggled(rows, 'a')[1], { id: 'a', pinned: false });
  t.equal(ids(pinToggled(rows, 'x')), 'abcd');
});
