import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { StoryrailEvent } from '#contracts/events.ts';
import { initialStoryGroup } from '#contracts/story-group/state.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene } from '#ops/testing/scene.ts';
import { rebuildProjection } from '../runner/rebuild.ts';
import { notificationsProjection } from './projection.ts';

const prefix = '/api/storyrail-notification';
const read = async (h: Harness, as: Person, query: Record<string, string> = {}) => {
  const answer = await h.inject('GET', `${prefix}/dashboard-notification`, { as, query });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
};
const mark = (h: Harness, as: Person, body: object) =>
  h.inject('PATCH', `${prefix}/mark-dashboard-notification-as-read`, { as, body });

t.test('each kind says who did what, and where a click leads', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const { account_id } = nora;
  const scene = await seedScene(h, nora, { title: 'Gift guide' });
  const group = `storyGroup-${scene.group_id}`;
  const priya = await h.person({ account_id, firstname: 'Priya', lastname: 'Nair' });
  await h.caughtUp();
  const invited = uuidv7();
  let at = h.kernel.now();
  const later = (stream: string, ...events: StoryrailEvent[]) => {
    at += 3_600_000;
    return appendAs(h, priya, stream, events, at);
  };
  const newest = async () => {
    await h.caughtUp();
    const { title, text, url, id } = (await read(h, nora, { limit: '1' })).data[0].data;
    return { title, text, url, id };
  };
  const ofGroup = { url: `/stories/${scene.group_id}`, id: scene.group_id };

  await later(group, { type: 'StoryGroupDetailsChanged', data: { icon: 'a.png', ts_end: 2_000_000_000 } });
  t.same(await newest(), {
    title: 'Priya Nair changed Gift guide',
    text: 'Fjord · the cover and the end date',
    ...ofGroup,
  });
  await later(group, { type: 'StoryGroupStatusChanged', data: { from: 1, to: 2 } });
  t.match(await newest(), { title: 'Priya Nair changed Gift guide', text: 'Fjord · now inactive' });
  await later(group, { type: 'StoryGroupStatusChanged', data: { from: 2, to: 10 } });
  t.same(await newest(), {
    title: 'Priya Nair submitted Gift guide for approval',
    text: 'Fjord · 2 stories',
    ...ofGroup,
  });
  await later(group, { type: 'StoryGroupDetailsChanged', data: { target_cap: 200_000 } });
  await later(group, { type: 'StoryGroupStatusChanged', data: { from: 1, to: 3 } });
  t.same(await newest(), {
    title: 'Gift guide reached its target cap',
    text: "Fjord · 200,000 views. It's inactive now.",
    ...ofGroup,
  });
  await later(group, { type: 'StoryInactivated', data: { story_id: scene.stories[0]!, cap: 50 } });
  t.same(await newest(), {
    title: 'Morning in Gift guide reached its target cap',
    text: 'Fjord · The story is inactive now.',
    ...ofGroup,
  });
  await later(group, { type: 'StoryGroupStatusChanged', data: { from: 1, to: 4 } });
  t.same(await newest(), { title: 'Gift guide reached its end date', text: "Fjord · It's inactive now.", ...ofGroup });
  await later(group, { type: 'StoryGroupDeleted', data: { from: 2 } });
  t.same(await newest(), {
    title: 'Priya Nair deleted Gift guide',
    text: 'You can restore it from Recently deleted.',
    url: '/',
    id: scene.group_id,
  });
  await appendAs(
    h,
    nora,
    `user-${invited}`,
    [
      {
        type: 'InvitationSent',
        data: { account_id, email_ref: uuidv7(), permissions: { app_owner: [scene.app_id] }, is_mobile: false },
      },
    ],
    at,
  );
  await later(`user-${invited}`, {
    type: 'InvitationAccepted',
    data: { firstname_ref: uuidv7(), lastname_ref: uuidv7(), gdpr: true },
  });
  t.match(await newest(), {
    title: / accepted your invitation$/,
    text: 'App Owner · Fjord',
    url: '/settings/team-management',
    id: invited,
  });
  await later(`subscription-${account_id}`, {
    type: 'SubscriptionStarted',
    data: { account_id, plan: 'growth', provider: 'local', ts_start: 1_790_000_000 },
  });
  t.same(await newest(), {
    title: 'Your plan is now Growth',
    text: 'See Payment and Billing for what it includes.',
    url: '/settings/payment',
    id: account_id,
  });
  const empty = uuidv7();
  await later(`storyGroup-${empty}`, {
    type: 'StoryGroupCreated',
    data: {
      ...initialStoryGroup(empty),
      account_id,
      app_id: scene.app_id,
      instance_id: scene.instance_id,
      user_id: priya.user_id,
      type: 'manual',
      status: 10,
      title: 'Creator corner',
    },
  });
  t.match(await newest(), { title: 'Priya Nair submitted Creator corner for approval', text: 'Fjord · Default' });
  await later(`subscription-${account_id}`, { type: 'PlanUpgraded', data: { plan: 'growth' } });
  await h.caughtUp();
  const user = (await h.inject('GET', '/api/user', { as: nora })).json().data;
  t.same(user.notification, { message: 'Your plan is now Growth' });

  await t.test(
    'nobody is notified of their own changes, and only the person who sent an invitation reads “accepted your invitation”',
    async (t) => {
      const { data } = await read(h, priya);
      t.same(
        data.map((one: { data: { type: string } }) => one.data.type),
        [],
        'Priya did all of that herself',
      );
      const emil = await h.person({ account_id, firstname: 'Emil' });
      const joined = uuidv7();
      const permissions = { story_creator: [scene.app_id] };
      await appendAs(h, nora, `user-${joined}`, [
        { type: 'InvitationSent', data: { account_id, email_ref: uuidv7(), permissions, is_mobile: false } },
        { type: 'InvitationAccepted', data: { firstname_ref: uuidv7(), lastname_ref: uuidv7(), gdpr: true } },
      ]);
      await h.caughtUp();
      t.match((await read(h, emil)).data[0].data.title, / joined your team$/);
      const other = await seedScene(h, nora);
      const theirs = await h.person({ account_id, permissions: { app_owner: [other.app_id] } });
      const both = uuidv7();
      await appendAs(h, nora, `user-${both}`, [
        {
          type: 'InvitationSent',
          data: {
            account_id,
            email_ref: uuidv7(),
            permissions: { app_owner: [scene.app_id], story_creator: [other.app_id] },
            is_mobile: false,
          },
        },
        { type: 'InvitationAccepted', data: { firstname_ref: uuidv7(), lastname_ref: uuidv7(), gdpr: true } },
      ]);
      await h.caughtUp();
      const textFor = async (as: Person) => (await read(h, as)).data[0].data.text;
      t.equal(await textFor(emil), 'App Owner and Story Creator · Fjord and Fjord');
      t.equal(await textFor(theirs), 'App Owner and Story Creator · Fjord', 'only of apps that they know');
    },
  );
});

t.test('a group is told of as changed at most once an hour to each person', async (t) => {
  let now = Date.UTC(2026, 10, 3, 9);
  const h = await startHarness(t, { now: () => now });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const emil = await h.person({ account_id: nora.account_id, firstname: 'Emil' });
  const change = (as: Person) =>
    h.call(as, 'PATCH', '/n/story_group', {
      story_group_id: scene.group_id,
      title: `At ${now} by ${as.user_id.slice(-4)}`,
    });
  const changed = async (as: Person) => {
    await h.caughtUp();
    return (await read(h, as)).data.filter((one: { data: { type: string } }) => one.data.type === 'story_group_updated')
      .length;
  };
  const minutes = (count: number) => {
    now += count * 60_000;
  };
  minutes(120);
  await change(emil);
  minutes(10);
  await change(emil);
  t.equal(await changed(nora), 1);
  await change(nora);
  t.equal(await changed(emil), 1, 'another person has an hour of their own');
  minutes(49);
  await change(emil);
  t.equal(await changed(nora), 1, 'after 59 minutes');
  minutes(1);
  await change(emil);
  t.equal(await changed(nora), 2, 'after an hour');
});

t.test('when a creator saves a live group, the owner gets one notification: it waits for approval', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const app = await seedScene(h, nora);
  const mei = await h.person({ account_id: nora.account_id, permissions: { story_creator: [app.app_id] } });
  const { group_id } = await seedScene(h, mei, { app });
  await h.caughtUp();
  await mark(h, nora, { all: true });
  const title = 'Spring gifts';
  await h.call(mei, 'PATCH', '/n/story_group', { story_group_id: group_id, title });
  await h.caughtUp();
  const unread = async () =>
    (await read(h, nora, { unread: 'true' })).data.map((one: { data: { type: string } }) => one.data.type);
  t.same(await unread(), ['story_group_waiting']);
  await h.call(mei, 'PATCH', '/n/story_group', { story_group_id: group_id, title: 'Gifts of spring' });
  await h.caughtUp();
  t.same(await unread(), ['story_group_waiting'], 'an edit within an hour adds no second one');
});

t.test('reading: one, all, what is not one’s own, and as many as there can be', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const emil = await h.person({ account_id: nora.account_id, firstname: 'Emil' });
  const mei = await h.person({ account_id: nora.account_id, permissions: { story_creator: [scene.app_id] } });
  await h.caughtUp();
  const at = h.kernel.now();
  for (const [index, by] of [emil, emil, nora].entries())
    await appendAs(
      h,
      by,
      `storyGroup-${(await seedScene(h, by, { app: scene })).group_id}`,
      [{ type: 'StoryGroupDeleted', data: { from: 2 } }],
      at + index * 1000,
    );
  await h.caughtUp();
  const { data, unread } = await read(h, nora);
  t.equal(unread, 4, 'two made and two deleted');
  t.ok(data.every((one: { is_read: boolean }) => !one.is_read));

  await t.test('marks one', async (t) => {
    t.same((await mark(h, nora, { dashboard_notification_ids: [data[0].id] })).json().data, { unread: 3 });
    t.same((await mark(h, nora, { dashboard_notification_ids: [data[0].id] })).json().data, { unread: 3 }, 'once');
    const after = await read(h, nora);
    t.equal(after.data[0].is_read, true);
    t.equal((await read(h, nora, { unread: 'true' })).total, 3);
  });
  await t.test('does not mark what somebody else is told of, nor what is nothing', async (t) => {
    const theirs = (await read(h, emil)).data[0].id;
    t.equal(
      data.some((one: { id: string }) => one.id === theirs),
      false,
    );
    const answer = await mark(h, nora, { dashboard_notification_ids: [theirs, uuidv7()] });
    t.same([answer.statusCode, answer.json().data], [200, { unread: 3 }]);
    t.equal((await read(h, emil)).data[0].is_read, false);
    const { rows } = await h.kernel.db.pool.query('select count(*)::int as n from notification_read where id = $1', [
      theirs,
    ]);
    t.equal(rows[0].n, 0);
  });
  await t.test('marks all up to a moment, and then all', async (t) => {
    const oldest = data.at(-1).ts_created;
    const upTo = data.filter((one: { ts_created: number }) => one.ts_created <= oldest).length;
    t.same((await mark(h, nora, { all: true, ts_end: oldest })).json().data, { unread: 3 - upTo });
    t.same((await mark(h, nora, { all: true })).json().data, { unread: 0 });
    t.equal((await h.inject('GET', '/api/user', { as: nora })).json().data.notification.message, null);
  });
  await t.test('marks 10,000 at once, and says how many it takes by their ids', async (t) => {
    await h.kernel.db.pool.query(
      `insert into notification (user_id, id, account_id, ts, type, actor_type, actor_id, subject_id, app_id, creator_id, facts, correlation_id)
       select $1, gen_random_uuid(), $2, $3, 'story_group_deleted', 'user', $4, $5, $6, null, '{}', gen_random_uuid() from generate_series(1, 10000)`,
      [nora.user_id, nora.account_id, Math.floor(at / 1000), emil.user_id, scene.group_id, scene.app_id],
    );
    t.equal((await read(h, nora)).unread, 10_000);
    const ids = Array.from({ length: 10_000 }, () => uuidv7());
    const refused = await mark(h, nora, { dashboard_notification_ids: ids });
    t.equal(refused.statusCode, 422);
    t.match(refused.json().errors, [{ path: 'dashboard_notification_ids', message: 'Mark up to 1,000 at a time.' }]);
    t.same((await mark(h, nora, { all: true })).json().data, { unread: 0 });
  });
  await t.test('bodies that say nothing are refused in words', async (t) => {
    for (const body of [
      {},
      { all: false },
      { dashboard_notification_ids: 'all' },
      { dashboard_notification_ids: ['x'] },
    ])
      t.equal((await mark(h, nora, body)).statusCode, 422, JSON.stringify(body));
    t.match((await mark(h, nora, {})).json().errors[0].message, 'Choose which notifications to mark as read.');
  });
  await t.test('a creator reads of their own groups, and of none after their role ended', async (t) => {
    const own = await seedScene(h, mei, { app: scene });
    await appendAs(h, emil, `storyGroup-${own.group_id}`, [{ type: 'StoryGroupDeleted', data: { from: 2 } }]);
    await h.caughtUp();
    t.equal((await read(h, mei)).total, 1);
    await appendAs(h, nora, `user-${mei.user_id}`, [
      { type: 'UserPermissionsChanged', data: { permissions: { brodcaster: [scene.app_id] } } },
    ]);
    await h.until(async () => (await read(h, mei)).total === 0, 'the role to end');
  });
});

t.test('what is older than 90 days is gone, before and after a rebuild', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const emil = await h.person({ account_id: nora.account_id, firstname: 'Emil' });
  const scene = await seedScene(h, nora);
  const deleted: StoryrailEvent = { type: 'StoryGroupDeleted', data: { from: 2 } };
  for (const days of [100, 80])
    await appendAs(h, emil, `storyGroup-${scene.group_id}`, [deleted], h.kernel.now() - days * 86_400_000);
  await h.caughtUp();
  t.equal((await read(h, nora)).total, 1);
  const rebuilt = await rebuildProjection(h.kernel, notificationsProjection);
  t.ok(rebuilt.equal);
  t.equal((await read(h, nora)).total, 1);
  const { rows } = await h.kernel.db.pool.query('select count(*)::int as n from notification where user_id = $1', [
    nora.user_id,
  ]);
  t.equal(rows[0].n, 1);
});

t.test('everybody chooses what they are told of', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const emil = await h.person({ account_id: nora.account_id, firstname: 'Emil' });
  const settings = async () => (await h.inject('GET', '/api/user', { as: nora })).json().data.settings;
  t.match(await settings(), { digest: 'none', notifications: { story_group_deleted: true, payment: true } });
  await h.call(nora, 'PATCH', '/user', {
    settings: { digest: 'weekly', notifications: { story_group_deleted: false } },
  });
  await h.call(nora, 'PATCH', '/user', { settings: { notifications: { payment: false } } });
  t.match(await settings(), {
    is_mobile: false,
    digest: 'weekly',
    notifications: { story_group_deleted: false, payment: false, story_group_created: true },
  });
  await appendAs(h, emil, `storyGroup-${scene.group_id}`, [{ type: 'StoryGroupDeleted', data: { from: 2 } }]);
  await seedScene(h, emil, { app: scene });
  await h.caughtUp();
  const types = (await read(h, nora)).data.map((one: { data: { type: string } }) => one.data.type);
  t.same(types, ['story_group_created']);
  for (const wrong of [{ digest: 'hourly' }, { notifications: { weather: true } }, { notifications: { payment: 1 } }])
    t.equal((await h.inject('PATCH', '/api/user', { as: nora, body: { settings: wrong } })).statusCode, 422);
});
