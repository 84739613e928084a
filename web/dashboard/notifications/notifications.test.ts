import { QueryClient } from '@tanstack/react-query';
import t from 'tap';
import type { NotificationPage, NotificationRow } from '#contracts/notification/rows.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { dayOf, shortTime } from './days.ts';
import { showMarked } from './marked.ts';
import { notificationList, unreadQuery } from './notification-queries.ts';
import { targetOf } from './target.ts';

const zone = 'Europe/Stockholm';
const at = (text: string) => Date.parse(text) / 1000;

t.test('a moment is today, yesterday or earlier as the clock of the account has it', async (t) => {
  const now = at('2026-11-20T00:20:00+01:00');
  t.equal(dayOf(zone, at('2026-11-20T00:01:00+01:00'), now), 'today');
  t.equal(dayOf(zone, at('2026-11-19T23:59:00+01:00'), now), 'yesterday');
  t.equal(dayOf('UTC', at('2026-11-19T23:59:00+01:00'), now), 'today');
  t.equal(dayOf(zone, at('2026-11-18T23:59:00+01:00'), now), 'earlier');
  t.equal(dayOf(zone, now + 90, now), 'today', 'clocks differ');
});

t.test('when something was is said as short as it can be', async (t) => {
  const now = at('2026-11-20T18:00:00+01:00');
  const said = (text: string) => shortTime(zone, at(text), now);
  t.equal(said('2026-11-20T18:00:30+01:00'), 'now');
  t.equal(said('2026-11-20T17:59:30+01:00'), 'now');
  t.equal(said('2026-11-20T17:56:00+01:00'), '4 min');
  t.equal(said('2026-11-20T15:59:00+01:00'), '2 h');
  t.equal(said('2026-11-19T16:02:00+01:00'), '16:02');
  t.equal(said('2026-11-18T16:02:00+01:00'), '18 Nov');
  t.equal(said('2025-11-18T16:02:00+01:00'), '18 Nov 2025');
});

t.test('a notification leads to a page of the dashboard, and a release to an address of the web alone', async (t) => {
  const to = (url: string) => targetOf({ type: 'story_group_created', url });
  const out = (url: string) => targetOf({ type: 'sdk_update', url });
  t.same(to('/stories/1'), { to: '/stories/1' });
  t.same(to('/'), { to: '/' });
  for (const url of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])
    t.equal(to(url), null, url);
  t.same(out('https://storyrail.example/2.9.0'), { href: 'https://storyrail.example/2.9.0' });
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/stories/1', 'notes', ''])
    t.equal(out(url), null, url);
});

t.test('what is marked is shown as read, and a refusal takes back that alone', async (t) => {
  const client = new QueryClient();
  t.teardown(() => client.clear());
  const row = (id: string, ts_created: number, is_read = false) => ({ id, ts_created, is_read }) as NotificationRow;
  const page: NotificationPage = {
    data: [row('d', 40), row('c', 30), row('b', 20, true), row('a', 10)],
    total: 4,
    unread: 3,
  };
  const key = notificationList(false).queryKey;
  const fill = () => {
    client.setQueryData(key, { pages: [page], pageParams: [0] });
    client.setQueryData(unreadQuery.queryKey, 3);
  };
  const shown = () => [
    client
      .getQueryData(key)!
      .pages[0]!.data.filter((one) => !one.is_read)
      .map((one) => one.id),
    client.getQueryData(unreadQuery.queryKey),
  ];
  fill();
  const first = showMarked(client, { id: 'c' });
  t.same(shown(), [['d', 'a'], 2]);
  showMarked(client, { id: 'b' });
  t.same(shown(), [['d', 'a'], 2], 'what is read already counts no more');
  showMarked(client, { id: 'a' });
  first();
  t.same(shown(), [['d', 'c'], 2]);
  fill();
  const all = showMarked(client, { until: 30 as UnixSeconds });
  t.same(shown(), [['d'], 0]);
  all();
  t.same(shown(), [['d', 'c', 'a'], 3]);
});
