import type { Page } from 'playwright-core';
import t from 'tap';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';

const saved = (page: Page) => page.getByRole('status').getByText('Draft saved').waitFor();

t.test('the studio', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora' });
  const make = (path: string, body: object) => w.call(nora, 'POST', path, body);
  const app = await make('/app', { store_id: 'com.a.b', store_type: 'ios', is_live: false, title: 'Marlow' });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const media = await w.upload(nora, await drawnPicture('Coat', '#2d4f86', 1080, 1920));
  const ts_start = Math.floor(Date.now() / 1000);
  const group: string = (await make('/n/story_group', { app_id: app.id, title: 'Autumn', icon, ts_start }))
    .story_group_id;
  const place = `/studio/${app.id}/${app.instances[0].id}/${group}`;
  const context = await w.windowOf(nora, { bypassCSP: true });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  const stories = async () =>
    (await w.inject('GET', `/api/story?story_group_id=${group}`, { as: nora })).json().data as {
      title: string;
      studio: { pollData: { question: string }[] } | null;
    }[];

  await t.test('a group without stories opens a new draft, which is drawn, saved and published', async (t) => {
    await page.goto(`${w.base}${place}`);
    await page.getByRole('heading', { level: 1 }).getByText('Untitled story').waitFor();
    await page.getByRole('button', { name: 'Poll', exact: true }).click();
    await page
      .getByRole('button', { name: /Untitled story/ })
      .first()
      .click();
    await page.getByLabel('Story title').fill('Coats');
    await page.getByLabel('Story title').press('Enter');
    await saved(page);
    await looks(t, page, 'a poll on a blank story');
    t.same(await axeViolations(page), []);
    t.same(faults, []);
  });
});
