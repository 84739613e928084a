import t from 'tap';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { eventSchemas } from '#contracts/events.ts';
import { dayHeading } from '../kit/text/format.ts';
import { actGroups } from './act-groups.ts';
import { momentsOf, parseDays } from './audit-days.ts';
import { runsOf, sentenceOfRun } from './audit-runs.ts';
import { actName, wayOf } from './audit-words.ts';
import { deviceOf } from './device.ts';
import { thingAddress } from './thing-address.ts';

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
    ['2026-02-30', '2026-10-01'],
  ] as const)
    t.equal(parseDays(zone, { when: null, from, to }, now), null, `${from} to ${to} is all time`);
  t.equal(dayHeading(zone, now, now), 'Today, 25 Oct');
  t.equal(dayHeading(zone, now - 86_400 - 3600, now), 'Yesterday, 24 Oct');
  t.equal(dayHeading(zone, now - 4 * 86_400, now), 'Thursday, 22 Oct');
  t.match(dayHeading(zone, now - 400 * 86_400, now), /2025$/);
});

t.test('every kind of act can be chosen once, under a name of words', async (t) => {
  const groups = actGroups();
  const names = groups.map(({ name }) => name);
  t.same(names, [...new Set(names)], 'no two groups have one name');
  const acts = groups.flatMap((group) => group.acts);
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

t.test('only what is still there can be opened', async (t) => {
  const known = new Set(['a', 'i', 'g', 'p']);
  t.equal(thingAddress({ type: 'app', id: 'a' }, known), '/settings/apps');
  t.equal(thingAddress({ type: 'instance', id: 'i' }, known), '/settings/apps');
  t.equal(thingAddress({ type: 'story_group', id: 'g' }, known), '/stories/g?tab=history');
  for (const type of ['app', 'instance', 'story_group']) t.equal(thingAddress({ type, id: 'gone' }, known), null, type);
  t.equal(thingAddress({ type: 'user', id: 'p' }, known), null);
});

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

t.test('a device is told by browser and system', async (t) => {
  t.equal(deviceOf(mac), 'Chrome on macOS');
  t.equal(deviceOf(iphone), 'Safari on iOS');
  t.equal(deviceOf(`${mac} Edg/142.0`), 'Edge on macOS');
  t.equal(deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'), 'Firefox on Linux');
  t.equal(deviceOf('curl/8.14.1'), 'curl');
  t.equal(deviceOf('Dalvik/2.1.0 (Linux; U; Android 15)'), 'Android');
});

t.test('rows that say the same again are one line, sign-ins from wherever they came', async (t) => {
  const nora = { id: 'n', name: 'Nora', type: 'user' } as const;
  const row = (id: string, more: Partial<AuditRow>): AuditRow => ({
    id,
    ts: 1_790_000_000,
    account_id: 'a',
    actor: nora,
    action: 'UserSignedIn',
    sentence: 'signed in',
    subject: { type: 'user', id: 'n', title: 'Nora' },
    changes: [{ field: 'signed_in', from: false, to: true }],
    ip: '192.0.2.7',
    user_agent: mac,
    request_id: null,
    ...more,
  });
  const told = (rows: AuditRow[]) => runsOf(rows, 'UTC').map((run) => [sentenceOfRun(run), run.brief]);
  t.same(told([row('1', {})]), [['signed in', 'Chrome on macOS, 192.0.2.7']]);
  t.same(told([row('1', {}), row('2', {})]), [['signed in 2 times', 'Chrome on macOS, 192.0.2.7']]);
  t.same(told([row('1', {}), row('2', { user_agent: iphone }), row('3', {})]), [['signed in 3 times', '']]);
  t.equal(told([row('1', {}), row('2', { actor: { ...nora, id: 'd' } })]).length, 2, 'of two people');
  const renamed = (id: string, to: string) =>
    row(id, {
      action: 'AccountDetailsChanged',
      sentence: 'changed the name',
      changes: [{ field: 'name', from: 'A', to }],
    });
  t.equal(told([renamed('1', 'B'), renamed('2', 'C')]).length, 2, 'not the same change');
  t.same(told([renamed('1', 'B'), renamed('2', 'B')]), [['changed the name, 2 times', 'A → B']]);
  const sentence = 'renewed the Pro plan until 29 Dec 2026';
  const renewed = row('1', {
    action: 'SubscriptionRenewed',
    sentence,
    changes: [{ field: 'period', from: 'a', to: 'b' }],
  });
  t.same(told([renewed]), [[sentence, '']], 'a sentence that says all of it');
});
