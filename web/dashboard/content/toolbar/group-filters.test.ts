import t from 'tap';
import {
  countByFilter,
  countByLabel,
  filterGroups,
  type GroupChoice,
  isUnfiltered,
  readFilter,
} from './group-filters.ts';

const labels: Record<number, string[][]> = { 1: [['vip', 'gold'], ['women']], 2: [['VIP']], 8: [['men']] };
const rows = [1, 2, 3, 4, 8, 10, 77].map((status) => ({
  status,
  title: `Group ${status}`,
  segments: labels[status] ?? [],
}));
const left = (choice: Partial<GroupChoice>) =>
  filterGroups(rows, { filter: 'All', labels: [], find: '', ...choice }).map((row) => row.status);

t.test('each status falls under one filter, an unknown one under Active', async (t) => {
  t.same(countByFilter(rows), { All: 7, Active: 2, Inactive: 3, Passive: 1, Test: 1 });
  t.same(left({ filter: 'Active' }), [1, 77]);
  t.same(left({ filter: 'Inactive' }), [2, 3, 4]);
  t.same(left({ filter: 'Passive' }), [10]);
  t.same(left({ filter: 'Test' }), [8]);
});

t.test('the name is found in any case and together with the filter', async (t) => {
  t.same(left({ find: '  GROUP 1 ' }), [1, 10]);
  t.same(left({ filter: 'Active', find: 'group 1' }), [1]);
  t.same(left({ filter: 'Test', find: 'nothing' }), []);
});

t.test('one of the chosen labels is enough, in any case, together with the status', async (t) => {
  t.same(left({ labels: ['vip'] }), [1, 2]);
  t.same(left({ labels: ['Women', 'men'] }), [1, 8]);
  t.same(left({ labels: ['vip'], filter: 'Inactive' }), [2]);
  t.same(left({ labels: ['none'] }), []);
});

t.test('a label counts each group once in any case', async (t) => {
  const doubled = [{ segments: [['vip'], ['VIP', 'gold']] }, { segments: [['Vip']] }];
  t.same(
    [...countByLabel(doubled)],
    [
      ['vip', 2],
      ['gold', 1],
    ],
  );
});

t.test('only without any choice the order of all groups is shown', async (t) => {
  t.equal(isUnfiltered({ filter: 'All', labels: [], find: ' ' }), true);
  t.equal(isUnfiltered({ filter: 'All', labels: ['vip'], find: '' }), false);
  t.equal(isUnfiltered({ filter: 'Test', labels: [], find: '' }), false);
});

t.test('only the words of the filter are read from the address', async (t) => {
  t.equal(readFilter('passive'), 'Passive');
  t.equal(readFilter('Passive'), null);
  t.equal(readFilter(null), null);
});
