import { randomUUID } from 'node:crypto';
import type { StoryrailEvent } from '#contracts/events.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import type { EpochMs } from '#contracts/time.ts';
import { type Dashboard, drawnPicture } from './dashboard.ts';
import { appendAs, seedScene, subscribed } from './scene.ts';

const dayMs = 86_400_000;
const zone = 'Europe/Stockholm';

/** Noon of the day before, as the account's clock has it. */
const yesterdayNoon = (now: EpochMs): EpochMs => {
  const hours = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(now),
  );
  return (now - hours * 3_600_000 - dayMs / 2) as EpochMs;
};

/** The announcement of a release to an app that uses 2.8.0. */
export const released = (app_id: string, version: string): StoryrailEvent => ({
  type: 'SdkUpdateAnnounced',
  data: {
    release_id: randomUUID(),
    platform: 'android',
    version,
    url: `https://storyrail.example/sdk/${version}`,
    apps: [{ app_id, version: '2.8.0' }],
  },
});

const jumped = (instance_id: string, at: EpochMs): StoryrailEvent => ({
  type: 'InstanceTrafficJumped',
  data: { instance_id, day: new Date(at).toISOString().slice(0, 10), bytes: 61_200_000, usual: 5_100_000 },
});

/**
 * An account in which an owner, Nora, is told of each type of notification: by Daniel, an app owner, by Mei, a creator, by
 * Lucía, who broadcasts and joined, and by the system; today, yesterday and eight days ago.
 */
export const plantNews = async (w: Dashboard) => {
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const { account_id } = nora;
  const { call } = w;
  const app = { store_id: 'com.marlow.shop', store_type: 'android', is_live: false, title: 'Marlow' };
  const { id: app_id, instances } = await call(nora, 'POST', '/app', app);
  const place = { app_id, instance_id: instances[0].id, token: instances[0].token };
  const member = (firstname: string, lastname: string, permissions: object) =>
    w.person({ account_id, firstname, lastname, permissions });
  const daniel = await member('Daniel', 'Okafor', { app_owner: [app_id] });
  const mei = await member('Mei', 'Sato', { story_creator: [app_id] });
  const lucia = await member('Lucía', 'Romero', { brodcaster: [app_id] });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const now = w.kernel.now();
  const group = async (title: string, as = nora): Promise<string> =>
    (await call(as, 'POST', '/n/story_group', { app_id, title, icon, ts_start: Math.floor(now / 1000) }))
      .story_group_id;
  const [capped, ended, deleted] = [
    await seedScene(w, nora, { app: place, title: 'Flash Friday' }),
    await seedScene(w, nora, { app: place, title: 'Dragon raid' }),
    await seedScene(w, nora, { app: place, title: 'Clearance rail' }),
  ];
  const { active, inactive } = groupStatus;
  const status = (from: number, to: number): StoryrailEvent => ({
    type: 'StoryGroupStatusChanged',
    data: { from, to },
  });
  const ago = (days: number) => (now - days * dayMs) as EpochMs;
  await appendAs(w, nora, `storyGroup-${deleted.group_id}`, [status(active, inactive)], ago(9));
  await appendAs(
    w,
    daniel,
    `storyGroup-${deleted.group_id}`,
    [{ type: 'StoryGroupDeleted', data: { from: inactive } }],
    ago(8),
  );
  const joined = { account_id, invitation_id: randomUUID(), permissions: { brodcaster: [app_id] }, is_mobile: false };
  await appendAs(w, lucia, `user-${lucia.user_id}`, [{ type: 'UserJoinedTeam', data: joined }], ago(8));
  const noon = yesterdayNoon(now);
  await appendAs(w, daniel, `storyGroup-${capped.group_id}`, [status(active, groupStatus.capped)], noon);
  await appendAs(w, daniel, `storyGroup-${ended.group_id}`, [status(active, groupStatus.ended)], noon);
  await appendAs(w, daniel, `subscription-${account_id}`, [subscribed(account_id)], noon);
  await appendAs(w, daniel, `app-${app_id}`, [jumped(place.instance_id, noon)], noon);
  await appendAs(w, daniel, `account-${account_id}`, [released(app_id, '2.9.0')]);
  const gift = await group('Gift guide');
  await call(daniel, 'PATCH', '/n/story_group', { story_group_id: gift, title: 'Gift guide 2026' });
  const woods = await group('Whisper Woods', daniel);
  const corner = await group('Creator corner', mei);
  await w.caughtUp();
  const groups = { capped: capped.group_id, ended: ended.group_id, deleted: deleted.group_id, gift, woods, corner };
  return { nora, daniel, mei, lucia, app_id: app_id as string, groups, group };
};
