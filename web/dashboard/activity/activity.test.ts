import t from 'tap';
import { eventSchemas } from '#contracts/events.ts';
import { dayHeading } from '../kit/text/format.ts';
import { momentsOf, parseDays } from './audit-days.ts';
import { actGroups, actName, wayOf } from './audit-words.ts';

t.test('days are whole days by the clock of the zone, also where a day has 25 hours', async (t) => {
  const zone = 'Europe/Stockholm';
  const now = Date.UTC(2026, 9, 25, 22, 30) / 1000;
  const today = parseDays(zone, { when: 'today', from: null, to: null }, now);
  t.same(today, { preset: 'today', from: '2026-10-25', to: '2026-10-25' });
  const { ts_start, ts_end } = momentsOf(zone, today!);
  t.equal(ts_start, Date.UTC(2026, 9, 24, 22) / 1000);
  t.equal(ts_end - ts_start, 25 * 3600 - 1);
  t.same(parseDays(zone, { when: '7days', from: null, to: null }, now), {
    preset: '7days',
    from: '2026-10-19',
    to: '2026-10-25',
  });
  t.same(parseDays(zone, { when: null, from: '2026-10-01', to: '2026-10-02' }, now)?.preset, null);
  for (const [from, to] of [
    ['2026-10-02', '2026-10-01'],
    ['yesterday', '2026-10-01'],
    [null, '2026-10-01'],
  ] as const)
    t.equal(parseDays(zone, { when: null, from, to }, now), null, `${from} to ${to} is all time`);
  t.equal(dayHeading(zone, now, now), 'Today, 25 Oct');
  t.equal(dayHeading(zone, now - 86_400 - 3600, now), 'Yesterday, 24 Oct');
  t.equal(dayHeading(zone, now - 4 * 86_400, now), 'Thursday, 22 Oct');
  t.match(dayHeading(zone, now - 400 * 86_400, now), /2025$/);
});

t.test('every kind of act can be chosen once, under a name of words', async (t) => {
  const acts = actGroups().flatMap((group) => group.acts);
  t.same([...acts].sort(), Object.keys(eventSchemas).sort());
  t.equal(actName('StoryGroupStatusChanged'), 'Story group status changed');
  t.ok(acts.every((action) => /^[A-Z][a-z ]+$/.test(actName(action))));
});

t.test('what staff did says so, and for whom', async (t) => {
  const ines = { id: 's', name: 'Ines', type: 'staff' } as const;
  const nora = { id: 'n', name: 'Nora', type: 'user' } as const;
  t.same(wayOf({ actor: ines, on_behalf_of: nora }), { text: 'Staff, as Nora', staff: true });
  t.same(wayOf({ actor: ines }), { text: 'Staff', staff: true });
  t.equal(wayOf({ actor: nora }), null);
  t.match(wayOf({ actor: { id: null, name: 'Storyrail', type: 'system' } }), { staff: false });
});
