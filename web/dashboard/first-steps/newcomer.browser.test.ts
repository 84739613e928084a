import type { Locator } from 'playwright-core';
import t from 'tap';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { sendBatch } from '#ops/testing/scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const mostClicks = 10;

t.test('a newcomer comes from an empty account to the first story in the showcase', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora' });
  const answers = { store_type: 'android', app_id: 'com.marlow.shop', is_the_app_live_in_store: 'no' };
  await w.call(nora, 'PUT', '/account/profile', { data: answers });
  // The onboarding has a walk of its own; this one begins where who closed it stands.
  await w.call(nora, 'PATCH', '/user', { onboarded: true });
  const context = await w.windowOf(nora, { newcomer: true });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  let clicks = 0;
  await context.exposeBinding('clicked', () => {
    clicks += 1;
  });
  await context.addInitScript(() =>
    document.addEventListener('pointerdown', () => (window as unknown as { clicked: () => void }).clicked(), true),
  );
  const page = await context.newPage();
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const choose = async (button: Locator, word: string, size: [number, number]) => {
    const chooser = page.waitForEvent('filechooser');
    await button.click();
    const buffer = await drawnPicture(word, '#b5482a', ...size);
    await (await chooser).setFiles({ name: `${word}.png`, mimeType: 'image/png', buffer });
  };

  await t.test('each step ends at the next, and nothing that the sign-up asked is asked again', async (t) => {
    await page.goto(`${w.base}/`);
    await page.getByRole('heading', { name: 'Welcome, Nora' }).waitFor();
    await main.getByRole('link', { name: /Add your app/ }).click();
    await dialog.getByRole('radio', { name: 'Android', checked: true }).waitFor();
    t.ok(await dialog.getByRole('radio', { name: 'Android' }).isChecked());
    t.equal(await dialog.getByPlaceholder(/Example/).inputValue(), 'com.marlow.shop');
    t.notOk(await dialog.getByRole('checkbox').isChecked(), 'it is not live yet');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL('**/content**');
    await main.getByRole('button', { name: 'Add story group' }).click();
    await choose(dialog.getByRole('button', { name: 'Choose' }).first(), 'Cover', [600, 600]);
    await dialog.getByLabel('Story group name').fill('Autumn Edit');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await page.waitForURL('**/stories/**');
    await dialog.getByRole('heading', { name: 'Create Story' }).waitFor();
    await page.locator('header').getByText('No stories yet').waitFor();
    await choose(dialog.getByRole('button', { name: 'Choose files' }), 'Parkas', [540, 960]);
    await dialog.getByRole('button', { name: 'Add story' }).click();
    await page.getByText(/added successfully/).waitFor();
    const opened = context.waitForEvent('page');
    await main.getByRole('link', { name: /^Preview/ }).click();
    const show = await opened;
    // It opens in the group by itself.
    await show.getByText('story_impression').first().waitFor();
    await show.close();
    t.ok(clicks <= mostClicks, `${clicks} clicks`);
    t.comment(`${clicks} clicks`);
  });

  await t.test(
    'the checklist stays, folded or not, until an app has shown a story, and is gone for good then',
    async (t) => {
      const list = main.getByRole('region', { name: 'Three steps to your first story' });
      const begin = await w.windowOf(await w.person({ firstname: 'Kim' }), { newcomer: true });
      const first = await begin.newPage();
      await first.goto(`${w.base}/content`);
      await first.getByRole('link', { name: 'See all steps' }).click();
      await first.getByRole('main').getByText('0 of 3 done').waitFor();
      await looks(t, first, 'first-steps-begin');
      await begin.close();

      await visitInside(page, '/home');
      await list.getByText('2 of 3 done').waitFor();
      t.equal(await list.getByRole('link').count(), 1, 'what is done is no link');
      await looks(t, page, 'first-steps');
      await list.getByRole('button', { name: 'Hide steps' }).click();
      await page.reload();
      await list.getByRole('button', { name: 'Show steps' }).click();
      await list.getByRole('link', { name: /Show it in your app/ }).click();
      await page.getByRole('heading', { name: 'SDK integration' }).waitFor();

      await visitInside(page, '/home');
      await list.waitFor();
      const read = async (path: string) => (await w.inject('GET', `/api${path}`, { as: nora })).json().data;
      const [app] = await read('/app/n/list?with_story_groups=True');
      const group = app.instances[0].story_groups[0].id;
      const { stories } = await read(`/story_group/detail?story_group_id=${group}`);
      const event = { type: 'story_impression', at: Date.now(), group_id: group, story_id: stories[0].id };
      await sendBatch(w, app.token, [event], { viewer_id: 'ada' });
      await page.getByRole('status').getByText('Someone saw your first story in your app.').waitFor();
      await list.waitFor({ state: 'detached' });
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(request.url()));
      await page.reload();
      await main.getByRole('heading', { level: 1 }).waitFor();
      await until(() => Promise.resolve(asked.some((url) => url.includes('/api/n/analytics/overview'))), 'the figures');
      t.equal(await list.count(), 0);
      t.notOk(
        asked.some((url) => url.includes('first_view')),
        'it is not asked for again',
      );
    },
  );
  t.same(faults, []);
});
