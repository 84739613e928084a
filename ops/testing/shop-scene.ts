import { v7 as uuidv7 } from 'uuid';
import type { StoryrailEvent } from '#contracts/events.ts';
import { initialStoryGroup } from '#contracts/story-group/state.ts';
import { type Dashboard, drawnPicture } from './dashboard.ts';
import { appendAs } from './scene.ts';

/** Seconds since the day began in the account's time zone. */
const sinceMidnight = (now: number): number => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Stockholm', timeStyle: 'medium' });
  const [hours, minutes, seconds] = clock
    .format(now * 1000)
    .split(':')
    .map(Number) as [number, number, number];
  return hours * 3600 + minutes * 60 + seconds;
};

/** A shop with two apps: in the first, groups of an owner and a creator in every status that a person can see. */
export const plantShop = async (w: Dashboard) => {
  const nora = await w.person({ firstname: 'Nora' });
  const make = (path: string, body: object, as = nora) => w.call(as, 'POST', path, body);
  const app = await make('/app', { store_id: 'com.marlow.shop', store_type: 'ios', is_live: false, title: 'Marlow' });
  const empty = await make('/app', { store_id: 'com.marlow.two', store_type: 'ios', is_live: false, title: 'Outlet' });
  const app_id: string = app.id;
  const instance_id: string = app.instances[0].id;
  const { account_id } = nora;
  const daniel = await w.person({ account_id, firstname: 'Daniel', permissions: { app_owner: [app_id] } });
  const mei = await w.person({ account_id, firstname: 'Mei', permissions: { story_creator: [app_id] } });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const now = Math.floor(Date.now() / 1000);
  const group = async (title: string, more: object = {}, as = nora): Promise<string> =>
    (await make('/n/story_group', { app_id, title, icon, ts_start: now, ...more }, as)).story_group_id;
  const ended = uuidv7();
  const ts_start = now - 86_400 * 3;
  // Today, as the account's clock has it.
  const ts_end = now - Math.min(3600, sinceMidnight(now));
  const data = {
    ...initialStoryGroup(ended),
    account_id,
    app_id,
    instance_id,
    user_id: nora.user_id,
    type: 'manual',
    status: 1,
    title: 'Summer Sale',
    icon: icon.split('/').at(-1)!,
    ts_start,
    ts_end,
  } as const;
  const sale = (event: StoryrailEvent, at: number) => appendAs(w, nora, `storyGroup-${ended}`, [event], at * 1000);
  await sale({ type: 'StoryGroupCreated', data }, ts_start);
  await sale({ type: 'StoryGroupStatusChanged', data: { from: 1, to: 4 } }, ts_end);
  const made = {
    ended,
    run: await group('Run Club', {
      segments: [
        ['women', 'members'],
        ['vip', 'gold'],
      ],
      ts_end: now + 86_400 * 2,
    }),
    home: await group('Home & Living', { segments: [['vip']], status: 2 }),
    quiet: await group('Quiet', { status: 2 }),
    guide: await group('Gift Guide', {}, mei),
  };
  return { nora, daniel, mei, app_id, instance_id, empty, made };
};
/** Ids and people of a shop. */
export type Shop = Awaited<ReturnType<typeof plantShop>>;
