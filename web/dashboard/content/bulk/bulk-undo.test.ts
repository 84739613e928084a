import t from 'tap';
import { backSteps, noWayBack } from './bulk-undo.ts';

const rows = (...statuses: number[]) => statuses.map((status) => ({ status }));
const told = (before: number[], status: number) => {
  const { back, stuck } = backSteps(rows(...before), status);
  return [back.map((row) => row.status), stuck.map((row) => row.status)];
};

t.test('undo leads back where people may go, and names what only the system or a creator sets', async (t) => {
  t.same(told([2, 8], 1), [[2, 8], []]);
  t.same(told([1], 2), [[1], []]);
  t.same(told([2, 10, 3, 4], 1), [[2], [10, 3, 4]]);
  t.same(told([1, 3, 10, 8], 2), [
    [1, 8],
    [3, 10],
  ]);
});

t.test('the reason names the status that does not come back', async (t) => {
  t.equal(noWayBack(10), "You can't set 'Waiting for approval' yourself.");
  t.equal(noWayBack(3), "You can't set 'Target cap reached' yourself.");
  t.equal(noWayBack(2), "It can't go back to its earlier status.");
});
