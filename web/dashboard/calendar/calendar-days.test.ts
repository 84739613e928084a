import t from 'tap';
import type { LiveTimeRow } from '#contracts/story-group/lists.ts';
import {
  dayKeyIn,
  entriesByDay,
  monthIn,
  monthKey,
  monthRange,
  readMonth,
  shiftMonth,
  weeksOf,
} from './calendar-days.ts';
import { followDays } from './follow-days.ts';

const at = (text: string) => Date.parse(text) / 1000;
const group = (id: string, ts_start: number, ts_end: number | null = null, status = 1) => ({
  id,
  title: id.toUpperCase(),
  icon: '',
  instance_id: 'i',
  status,
  ts_start,
  ts_end,
});

t.test("a moment falls on the day of the account's zone", async (t) => {
  const late = at('2026-11-30T23:30:00Z');
  t.equal(dayKeyIn('UTC', late), '2026-11-30');
  t.equal(dayKeyIn('Europe/Stockholm', late), '2026-12-01');
  t.equal(dayKeyIn('America/New_York', at('2026-11-01T03:30:00Z')), '2026-10-31', 'before clocks go back');
  t.same(monthIn('Europe/Stockholm', late), { year: 2026, month: 12 });
});

t.test('the address names a month, and only a real one', async (t) => {
  t.same(readMonth('2026-11'), { year: 2026, month: 11 });
  for (const wrong of ['2026-13', '2026-00', '2026-1', 'today', null]) t.equal(readMonth(wrong), null);
  t.equal(monthKey({ year: 2026, month: 3 }), '2026-03');
  t.same(shiftMonth({ year: 2026, month: 12 }, 1), { year: 2027, month: 1 });
  t.same(shiftMonth({ year: 2026, month: 1 }, -1), { year: 2025, month: 12 });
  t.same(shiftMonth({ year: 2026, month: 6 }, -18), { year: 2024, month: 12 });
});

t.test('a month is whole weeks from Monday that hold all its days', async (t) => {
  const november = weeksOf({ year: 2026, month: 11 });
  t.equal(november.length, 6);
  t.equal(november[0]?.[0], '2026-10-26');
  t.equal(november.at(-1)?.[6], '2026-12-06');
  t.equal(weeksOf({ year: 2027, month: 2 }).length, 4, 'a February that begins on a Monday');
  t.ok(weeksOf({ year: 2028, month: 2 }).flat().includes('2028-02-29'));
});

t.test(
  'each day holds what begins and ends on it, by time, the end of one moment before the start of another',
  async (t) => {
    const noon = at('2026-11-10T11:00:00Z');
    const days = entriesByDay(
      { until: 0, times: [] },
      [group('late', noon + 3600), group('next', noon), group('old', noon - 86_400, noon)],
      'Europe/Stockholm',
    );
    t.same(
      days.get('2026-11-10')?.map((one) => [one.kind, one.group.id]),
      [
        ['end', 'old'],
        ['start', 'next'],
        ['start', 'late'],
      ],
    );
    t.same(
      days.get('2026-11-09')?.map((one) => one.key),
      [`old-start-${noon - 86_400}`],
    );
    t.equal(days.get('2026-11-11'), undefined);
  },
);

const liveTime = (
  id: string,
  ts_start: number | null,
  ts_end: number | null,
  ended_by: LiveTimeRow['ended_by'] = null,
) => ({ story_group_id: id, title: id, icon: '', instance_id: 'i', status: 2, ts_start, ts_end, ended_by });

t.test('past days show what was, by the times in which groups were live; days to come what is planned', async (t) => {
  const until = at('2026-11-10T11:00:00Z');
  const day = 86_400;
  const days = entriesByDay(
    {
      until,
      times: [
        liveTime('off', until - 3 * day, until - 2 * day, 'status'),
        liveTime('capped', null, until - 2 * day, 'cap'),
        liveTime('on', until - day, null),
      ],
    },
    [group('never', until - 2 * day, until + day, 2), group('on', until - 3 * day), group('soon', until + day)],
    'UTC',
  );
  t.same(
    [...days].map(([key, entries]) => [key, ...entries.map((one) => [one.group.id, one.event, one.idle])]),
    [
      ['2026-11-07', ['off', 'went_live', false]],
      ['2026-11-08', ['capped', 'cap', false], ['off', 'status', false]],
      ['2026-11-09', ['on', 'went_live', false]],
      ['2026-11-11', ['never', 'ends', true], ['soon', 'goes_live', false]],
    ],
  );
});

t.test('of what is planned, the status says whether the dates mean anything', async (t) => {
  const idle = (status: number) =>
    [...entriesByDay({ until: 0, times: [] }, [group('a', 1000, null, status)], 'UTC').values()][0]?.[0]?.idle;
  t.same([1, 4, 2, 3, 8, 10].map(idle), [false, true, true, true, true, true]);
});

t.test("a month is read from the first to the last moment of its weeks, by the zone's clock", async (t) => {
  t.same(monthRange({ year: 2026, month: 11 }, 'Europe/Stockholm'), {
    ts_start: at('2026-10-25T23:00:00Z'),
    ts_end: at('2026-12-06T22:59:59Z'),
  });
  t.same(
    monthRange({ year: 2026, month: 10 }, 'Europe/Stockholm'),
    { ts_start: at('2026-09-27T22:00:00Z'), ts_end: at('2026-11-01T22:59:59Z') },
    'clocks go back within it',
  );
});

t.test('a new day is told at the midnight of the zone, or once it is looked at after a sleep', async (t) => {
  let now = at('2026-11-20T22:58:30Z') * 1000;
  const told: string[] = [];
  const timers = new Map<number, { at: number; act: () => void }>();
  const { look, end } = followDays(
    'Europe/Stockholm',
    now / 1000,
    (day) => told.push(new Date(day * 1000).toISOString()),
    {
      now: () => now,
      setTimer: (act, ms) => {
        timers.set(1, { at: now + ms, act });
        return 1;
      },
      clearTimer: (timer) => timers.delete(timer),
    },
  );
  const tick = () => {
    const { at: due, act } = timers.get(1)!;
    now = due;
    act();
  };
  tick();
  t.same(told, [], 'one minute before');
  tick();
  t.same(told, ['2026-11-20T23:00:00.000Z']);
  tick();
  t.equal(told.length, 1, 'once');
  now = at('2026-11-25T08:00:10Z') * 1000;
  look();
  t.equal(told[1], '2026-11-25T08:00:10.000Z');
  end();
  t.equal(timers.size, 0);
});
