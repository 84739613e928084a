import t from 'tap';
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene } from '#ops/testing/scene.ts';
import { notificationsProjection } from './projection.ts';
import { listUnreadBetween } from './read.ts';

t.test('the list and the digest say which cap stopped a group', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const scene = await seedScene(h, nora, { title: 'Gift guide' });
  const group = `storyGroup-${scene.group_id}`;
  let at = h.kernel.now();
  const told = async (caps: { target_cap: number | null; click_target_cap: number | null }, type: string | null) => {
    at += 3_600_000;
    const cause = type === null ? null : { type, id: scene.group_id, detail: '' };
    await appendAs(h, nora, group, [{ type: 'StoryGroupDetailsChanged', data: caps }], at);
    await runCommand(h.kernel, systemContext(at, nora.account_id, cause), async (trx) => {
      await save(trx, await load(trx, group), [{ type: 'StoryGroupStatusChanged', data: { from: 1, to: 3 } }]);
      return { status: 200, data: null };
    });
    await h.caughtUp();
    const list = '/api/storyrail-notification/dashboard-notification';
    const { title, text, values } = (await h.inject('GET', list, { as: nora, query: { limit: '1' } })).json().data[0]
      .data;
    const reader = { ...nora, permissions: { account_owner: [] } };
    const span = { since: 0, until: Math.ceil(at / 1000) + 1, limit: 1 };
    const [mailed] = (await listUnreadBetween(h.kernel, reader, span)).data;
    t.match(mailed, { data: { title, text } });
    return { title, text, cap: values.cap };
  };
  const both = { target_cap: 200_000, click_target_cap: 1500 };
  const byViews = { title: 'Gift guide reached its target cap', text: "Fjord · 200,000 views. It's inactive now." };
  const byClicks = { title: 'Gift guide reached its click cap', text: "Fjord · 1,500 clicks. It's inactive now." };
  t.match(await told(both, 'click_cap'), { ...byClicks, cap: 'clicks' });
  t.match(await told(both, 'view_cap'), byViews);
  t.match(await told(both, null), byViews);
  t.match(await told({ target_cap: null, click_target_cap: 1500 }, null), byClicks, 'the only cap that it has');
  t.match(await told({ target_cap: 5, click_target_cap: 1 }, 'click_cap'), {
    text: "Fjord · 1 click. It's inactive now.",
  });
});

t.test('an account that is premium by now is led to its settings, which have no tab of payment', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const staff = await h.person({ staff: true });
  const at = h.kernel.now();
  const list = '/api/storyrail-notification/dashboard-notification';
  const now = 'Your account is now premium';
  const ended = 'Your account is no longer premium';
  for (const [index, titles] of [[now], [ended, now], [now, ended, now]].entries()) {
    const premium = index % 2 === 0;
    await appendAs(
      h,
      { ...staff, account_id: nora.account_id },
      `account-${nora.account_id}`,
      [{ type: 'AccountPremiumChanged', data: { premium } }],
      at + index * 1000,
    );
    await h.caughtUp();
    const rows: { data: object }[] = (await h.inject('GET', list, { as: nora })).json().data;
    const url = premium ? '/settings/account' : '/settings/payment';
    t.match(
      rows,
      titles.map((title) => ({ data: { title, url } })),
    );
    t.equal(rows.length, titles.length);
  }
});

t.test('an event that thousands are told of is written a thousand rows at a time', async (t) => {
  const written: number[] = [];
  const query = async (text: string, values: unknown[]) => {
    if (text.startsWith('insert into notification ')) written.push(JSON.parse(values[0] as string).length);
    const permissions = { account_owner: true };
    const member = (at: number) => ({ user_id: `u${at}`, account_id: 'a', permissions, muted: [], inviter_id: null });
    return { rows: text.includes('notification_member') ? Array.from({ length: 2500 }, (_, at) => member(at)) : [] };
  };
  const trx = { client: { query } } as never;
  const event = {
    type: 'AccountPremiumChanged',
    data: { premium: true },
    meta: { event_id: 'e', stream: 'account-a', version: 2, actor: { type: 'system', id: null }, ts: 0 },
  } as never;
  await notificationsProjection.apply(trx, event, { before: () => null, after: () => null });
  await notificationsProjection.flush!(trx);
  t.same(written, [1000, 1000, 500]);
});
