import { type Dashboard, drawnPicture } from './dashboard.ts';
import { type Scene, seedScene, sendBatch } from './scene.ts';
import { until } from './stopwatch.ts';

const dayMs = 86_400_000;

/** The time of the product; null is now. */
export interface SetClock {
  at: number | null;
}

const viewStory = async (
  w: Dashboard,
  token: string,
  seen: { group_id: string; story_id: string },
  viewer_id: string,
  more: { type: string }[] = [],
) => {
  const events = [{ type: 'story_impression' }, { type: 'story_left', watch_ms: 4200 }, ...more];
  const answer = await sendBatch(
    w,
    token,
    events.map((event) => ({ ...seen, ...event })),
    { viewer_id },
  );
  if (answer.statusCode !== 202) throw new Error(answer.body);
};

/** A shop with two instances: one group with two stories and figures of today, yesterday, 7 and 13 days ago, one without figures. */
export const plantOverview = async (w: Dashboard, clock: SetClock) => {
  const nora = await w.person({ firstname: 'Nora' });
  const make = async (path: string, body: object) => {
    const answer = await w.inject('POST', `/api${path}`, { as: nora, body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json().data;
  };
  const app = await make('/app', { store_id: 'com.marlow.shop', store_type: 'ios', is_live: false, title: 'Marlow' });
  const app_id: string = app.id;
  const beta: string = (await make('/instance', { app_id, title: 'Members area' })).id;
  const main: string = app.instances[0].id;
  const now = Date.now();
  clock.at = now - 2 * dayMs;
  const ts_start = Math.floor(clock.at / 1000);
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const media = await w.upload(nora, await drawnPicture('Coat', '#2d4f86'));
  const group = async (title: string, instance_id: string): Promise<string> =>
    (await make('/n/story_group', { app_id, instance_id, title, icon, ts_start })).story_group_id;
  const autumn = await group('Autumn Edit', main);
  const quiet = await group('Quiet', beta);
  const story = async (title: string): Promise<string> =>
    (await make('/story', { story_group_id: autumn, title, type: 1, media })).story_id;
  const stories = [await story('Which coat?')];
  clock.at += 60_000;
  stories.push(await story('Knitwear'));
  const view = (viewer_id: string, story_id: string, more: { type: string }[] = []) =>
    viewStory(w, app.token, { group_id: autumn, story_id }, viewer_id, more);
  clock.at = now - 7 * dayMs;
  await view('ada', stories[0]!);
  clock.at = now - 13 * dayMs;
  await view('ada', stories[0]!);
  clock.at = now - dayMs;
  for (const viewer of ['ada', 'ben']) await view(viewer, stories[0]!);
  clock.at = null;
  for (const viewer of ['ada', 'ben', 'cyd']) await view(viewer, stories[0]!);
  await view('ada', stories[1]!, [{ type: 'story_clicked' }]);
  await until(async () => {
    const { data } = (await w.inject('GET', '/api/n/analytics/overview', { as: nora, query: { app_id } })).json();
    return data.impression === 6 && data.prev_impression === 2;
  }, 'the figures');
  return { nora, app_id, main, beta, autumn, quiet };
};

/** Ids and people of a shop that home shows. */
export type PlantedOverview = Awaited<ReturnType<typeof plantOverview>>;

/** Two more apps in the account of a shop: Ada, who saw the shop, saw one of them with Dan; only Eve saw the other. */
export const plantMoreApps = async (w: Dashboard, { nora }: Pick<PlantedOverview, 'nora'>) => {
  const plant = async (title: string, group: string, viewers: readonly string[]): Promise<Scene> => {
    const { data: app } = (
      await w.inject('POST', '/api/app', {
        as: nora,
        body: { store_id: `com.marlow.${title.toLowerCase()}`, store_type: 'ios', is_live: false, title },
      })
    ).json();
    const [instance] = app.instances;
    const place = { app_id: app.id, instance_id: instance.id, token: app.token };
    const scene = await seedScene(w, nora, { app: place, title: group });
    const seen = { group_id: scene.group_id, story_id: scene.stories[0]! };
    for (const viewer of viewers) await viewStory(w, scene.token, seen, viewer);
    return scene;
  };
  const outlet = await plant('Outlet', 'Sale rack', ['ada', 'dan']);
  const lab = await plant('Lab', 'Prototype', ['eve']);
  await until(async () => {
    const { data } = (await w.inject('GET', '/api/n/analytics/overview', { as: nora })).json();
    return data.impression === 9;
  }, 'the figures of all apps');
  return { outlet, lab };
};
/** Places of the two apps that stand beside a shop. */
export type MoreApps = Awaited<ReturnType<typeof plantMoreApps>>;
