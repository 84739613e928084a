import t from 'tap';
import type { FeatureName } from '#contracts/api/plans.ts';
import { startHarness } from '../harness.ts';
import { daySeconds, ownerWithApp } from '../owner-with-app.ts';

interface Entrance {
  feature: FeatureName;
  /** The refusal that waits behind the gate, where one does. */
  behind?: string;
  call: (made: { group: string; story: string }) => [method: string, url: string, body: object];
}

t.test('what a plan does not include is refused at every entrance, and let in when staff switches it on', async (t) => {
  const clock = { ahead: 0 };
  const h = await startHarness(t, { now: () => Date.now() + clock.ahead, parts: false });
  const w = await ownerWithApp(h);
  const { app_id } = w;
  const story = { type: 1, media: w.image, button_text: 'Go' };
  const made = { group: await w.group(), story: await w.story(await w.group()) };
  const held: string = (await w.detail(made.group)).id;
  const helper = await w.member({ story_creator: [app_id] });

  const entrances: Record<string, Entrance> = {
    'a second instance': {
      feature: 'multi_instance',
      call: () => ['POST', '/instance', { app_id, title: 'Second' }],
    },
    'labels of a new group': {
      feature: 'segmented_stories',
      call: () => [
        'POST',
        '/n/story_group',
        w.groupBody({ ts_start: w.ts_start + 16 * daySeconds, segments: [['vip']] }),
      ],
    },
    'labels of a group that is there': {
      feature: 'segmented_stories',
      call: ({ group }) => ['PATCH', '/n/story_group', { story_group_id: group, segments: [['vip']] }],
    },
    'a deep link of a new story': {
      feature: 'deeplink',
      call: ({ group }) => ['POST', '/story', { ...story, story_group_id: group, title: 'One', deep_link: 'my://a' }],
    },
    'a deep link among several new stories': {
      feature: 'deeplink',
      call: ({ group }) => [
        'POST',
        '/story/multiple',
        { stories: [{ ...story, story_group_id: group, title: 'One', deep_link: 'my://a' }] },
      ],
    },
    'a deep link of a story that is there': {
      feature: 'deeplink',
      call: (one) => ['PATCH', '/story', { story_id: one.story, button_text: 'Go', deep_link: 'my://a' }],
    },
    'a deep link by a change of several stories': {
      feature: 'deeplink',
      call: (one) => [
        'PATCH',
        '/story/multiple',
        { stories: [{ id: one.story, button_text: 'Go on', deep_link: 'my://b' }] },
      ],
    },
    'an invitation': {
      feature: 'team_structure',
      behind: 'SeatLimitReached',
      call: () => ['POST', '/account/invite-user', { emails: ['ben@marlow.test'], role: 'app_owner', apps: [app_id] }],
    },
    'a broadcaster': {
      feature: 'ivod',
      call: () => [
        'PUT',
        '/account/update-user-permission',
        { email: helper.email, permissions: { brodcaster: [app_id] } },
      ],
    },
    'the URL scheme of an app': {
      feature: 'deeplink',
      call: () => ['POST', '/app/settings', { app_id, app_intent: 'marlow' }],
    },
    'sharable stories of an app': {
      feature: 'social_share',
      call: () => ['POST', '/app/settings', { app_id, is_sharable: true, app_intent: 'marlow' }],
    },
    'the ads of an app': {
      feature: 'ad_settings',
      call: () => ['POST', '/app/settings', { app_id, ads: true, ad_first: 2, ad_frequency: 3 }],
    },
  };

  const staff = await h.person({ staff: true });
  const switchOn = async (names: FeatureName[]) => {
    const manual_features = Object.fromEntries([...names.map((name) => [name, true]), ['story_limit', -1]]);
    const body = { account_id: w.owner.account_id, manual_features };
    const answer = await w.call('POST', '/admin/account/features', body, staff);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  const events = async () => (await h.kernel.db.pool.query('select count(*)::int as n from event')).rows[0].n;

  clock.ahead = 15 * daySeconds * 1000;
  t.equal((await w.call('GET', '/account')).json().data.plan, 'starter');
  await switchOn([]);
  for (const [name, { call }] of Object.entries(entrances)) {
    const before = await events();
    const answer = await w.call(...call(made));
    t.equal(answer.statusCode, 403, `${name}: ${answer.body}`);
    t.match(answer.json(), {
      code: 'FeatureNotAvailable',
      message: 'Your plan does not include this feature. Gain access in the payment settings.',
    });
    t.equal(await events(), before, `${name}: nothing happened`);
  }
  for (const [name, { feature, behind, call }] of Object.entries(entrances)) {
    await switchOn(feature === 'social_share' ? [feature, 'deeplink'] : [feature]);
    const letIn = async () => {
      const answer = await w.call(...call(made));
      return behind ? answer.json().code === behind : answer.statusCode < 300;
    };
    // What a session may do is remembered until the change is heard of.
    await h.until(letIn, `${name} to be let in`);
    t.pass(name);
  }

  await t.test('what was made before stays, and may be changed where the feature is not touched', async (t) => {
    await switchOn([]);
    const { segments } = await w.detail(held);
    t.same(segments, [['vip']]);
    t.equal((await w.call('PATCH', '/n/story_group', { story_group_id: held, title: 'Later' })).statusCode, 200);
    t.equal((await w.call('PATCH', '/n/story_group', { story_group_id: held, segments: [] })).statusCode, 200);
    t.equal((await w.call('PATCH', '/story', { story_id: made.story, title: 'Later' })).statusCode, 200);
  });
});
