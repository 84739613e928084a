import t from 'tap';
import type { GroupStats } from '#contracts/stats/stats.ts';
import { figuresCsv } from './figures-csv.ts';
import { figureColumns, type GroupLine, sortLines } from './group-columns.ts';
import { existing, measureOf, measures } from './measures.ts';

const columns = figureColumns(false);
const nothing = Object.fromEntries(columns.map(({ id }) => [id, 0])) as unknown as GroupStats;

const line = (title: string, stats: Partial<GroupStats>, isWeb = false): GroupLine => ({
  row: { title, stats: { ...nothing, ...stats } } as GroupLine['row'],
  place: 'Default',
  isWeb,
  none: null,
});

t.test('a field is empty where the table shows a dash, and 0 where it shows 0', async (t) => {
  const lines = [
    line('Unseen', {}),
    line('Seen', { total_impression: 8, reach: 5 }),
    line('Clicked', { total_impression: 8, total_click: 2, ctr: 0.25, average_watch_length: 4.5 }, true),
  ];
  const file = figuresCsv({ lines, columns, placeLabel: 'Instance', days: { from: 0, to: 86_400 }, countedAt: 0 });
  t.same((await file.text()).split('\r\n').slice(1, 4), [
    'Unseen,Default,0,0,0,0,,0,,0,0,0,0,0',
    'Seen,Default,5,8,0,0,0,0,,0,0,0,0,0',
    'Clicked,Default,0,8,0,2,0.25,,4.5,0,0,0,,',
  ]);
});

t.test('groups without a figure come last in either direction', async (t) => {
  const ctr = columns.find(({ id }) => id === 'ctr')!;
  const lines = [
    line('Unseen', {}),
    line('Low', { total_impression: 8 }),
    line('High', { total_impression: 8, ctr: 0.5 }),
  ];
  const titles = (direction: 'asc' | 'desc') => sortLines(lines, ctr, direction).map(({ row }) => row.title);
  t.same(titles('desc'), ['High', 'Low', 'Unseen']);
  t.same(titles('asc'), ['Low', 'High', 'Unseen']);
});

t.test('what shows as a dash has no figure to be compared', async (t) => {
  const [ctr, watch, reach] = (['ctr', 'watch', 'reach'] as const).map((id) => measureOf(id, measures));
  for (const one of [ctr!, watch!]) {
    t.equal(one.text!(nothing), '–');
    t.equal(existing(one, nothing), null);
  }
  t.equal(existing(ctr!, { ...nothing, total_impression: 8 }), 0);
  t.equal(existing(reach!, nothing), 0);
  t.equal(existing(reach!, null), null);
});
