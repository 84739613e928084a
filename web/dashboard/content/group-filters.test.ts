import t from 'tap';
import { countByFilter, filterGroups, readFilter } from './group-filters.ts';

const rows = [1, 2, 3, 4, 8, 10, 77].map((status) => ({ status, title: `Group ${status}` }));
const left = (...args: [Parameters<typeof filterGroups>[1], string]) =>
  filterGroups(rows, ...args).map((row) => row.status);

t.test('each status falls under one filter, an unknown one under Active', async (t) => {
  t.same(countByFilter(rows), { All: 7, Active: 2, Inactive: 3, Passive: 1, Test: 1 });
  t.same(left('Active', ''), [1, 77]);
  t.same(left('Inactive', ''), [2, 3, 4]);
  t.same(left('Passive', ''), [10]);
  t.same(left('Test', ''), [8]);
});

t.test('the name is found in any case and together with the filter', async (t) => {
  t.same(left('All', '  GROUP 1 '), [1, 10]);
  t.same(left('Active', 'group 1'), [1]);
  t.same(left('Test', 'nothing'), []);
});

t.test('only the words of the filter are read from the address', async (t) => {
  t.equal(readFilter('passive'), 'Passive');
  t.equal(readFilter('Passive'), null);
  t.equal(readFilter(null), null);
});
