import t from 'tap';
import { type TableFile, tableCsv, tableFileName } from './table-file.ts';

const day = (text: string): number => Date.parse(text) / 1000;
const table: TableFile = {
  head: ['Day (UTC)', 'CTR (%)', '2 days before (%)', 'Changes'],
  rows: [
    ['2026-11-19', 100 / 3, null, '=SUM(A1)'],
    ['2026-11-20', 0, -1234567.125, 'Renamed, twice'],
  ],
  days: { from: day('2026-11-19'), to: day('2026-11-20') },
  compared: { from: day('2026-11-17'), to: day('2026-11-18') },
  note: 'Reach counts each viewer once a day.',
  countedAt: Date.parse('2026-11-20T09:30:12.345Z'),
};

t.test('a table is saved with exact numbers, no formula, and what it is of', async (t) => {
  const text = await tableCsv(table).text();
  t.same(text.replace(/^\ufeff/, '').split('\r\n'), [
    'Day (UTC),CTR (%),2 days before (%),Changes',
    '2026-11-19,33.333333333333336,,"\'=SUM(A1)"',
    '2026-11-20,0,-1234567.125,"Renamed, twice"',
    '"2026-11-19 to 2026-11-20, UTC days. Compared with 2026-11-17 to 2026-11-18. Reach counts each viewer once a day. Counted 2026-11-20 09:30:12 UTC."',
    '',
  ]);
  const bare = { ...table, rows: [], days: null, compared: null, note: undefined, countedAt: null };
  t.equal((await tableCsv(bare).text()).split('\r\n')[1], '');
});

t.test('a file is named by its table and its days', async (t) => {
  t.equal(tableFileName('CTR by day: «Été», / 2', table), 'ctr_by_day_été_2_2026-11-19_2026-11-20');
  t.equal(tableFileName('Busiest groups', { ...table, days: null }), 'busiest_groups');
});
