import type { Page } from 'playwright-core';
import t from 'tap';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { focusOnPage } from '#ops/testing/focus.ts';
import { until } from '#ops/testing/harness.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const card = (page: Page, title: string) =>
  page.locator('.StoryGrid-card', { has: page.getByText(title, { exact: true }) });
const says = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
const tells = (page: Page, text: string) => page.getByRole('tooltip').getByText(text, { exact: true }).waitFor();

t.test('the stories of a group', async (t) => {
  const clock = { ahead: 0 };
  const w = await startDashboard(t, { now: () => Date.now() + clock.ahead });
  const nora = await w.person({ firstname: 'Nora' });
  const make = (path: string, body: object) => w.call(nora, 'POST', path, body);
  const app = await make('/app', { store_id: 'com.a.b', store_type: 'ios', is_live: false, title: 'Marlow' });
  const beta = await make('/instance', { app_id: app.id, title: 'Members area' });
  const picture = await drawnPicture('Coat', '#2d4f86');
  const media = await w.upload(nora, picture);
  const place = { app_id: app.id, instance_id: beta.id, icon: media, ts_start: Math.floor(Date.now() / 1000) };
  const segments = [
    ['women', 'men'],
    ['vip', 'gold', 'sport'],
  ];
  const autumn: string = (await make('/n/story_group', { ...place, title: 'Autumn', segments })).story_group_id;
  const site = await make('/app', { website_url: 'https://journal.marlow.example', title: 'Journal' });
  const words = { ...place, app_id: site.id, instance_id: site.instances[0].id, title: 'Journal' };
  const journal: string = (await make('/n/story_group', words)).story_group_id;
  const stories = ['Coat', 'Parka', 'Knit', 'Scarf'].map((title, at) => ({
    story_group_id: autumn,
    title,
    type: 1,
    media,
    status: at < 2 ? 1 : 2,
  }));
  await make('/story/multiple', { stories });
  const detail = async (id = autumn) =>
    (await w.inject('GET', `/api/story_group/detail?story_group_id=${id}`, { as: nora })).json().data;
  const context = await w.windowOf(nora, { bypassCSP: true });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  await page.goto(`${w.base}/stories/${autumn}`);
  await card(page, 'Coat').waitFor();
  const select = async (...titles: string[]) => {
    for (const title of titles) await page.getByRole('checkbox', { name: `Select ${title}` }).check({ force: true });
    return page.getByRole('region', { name: 'Selected stories' });
  };
  const asked = page.getByRole('alertdialog', { name: 'Are you sure?', exact: true });

  await t.test('the head leads back to its instance, with three labels and the number of the others', async (t) => {
    const back = page.getByRole('navigation', { name: 'Back' });
    t.equal((await back.innerText()).replaceAll('\n', ' '), 'Content Members area');
    t.equal(
      await back.getByRole('link', { name: 'Content' }).getAttribute('href'),
      `/content?app=${app.id}&instance=${beta.id}`,
    );
    const name = (await page.locator('.GroupHeader-name').innerText()).split(/\s+/);
    t.same(name, ['Autumn', 'Active', 'women', 'men', 'vip', '+2']);
    await page.locator('.GroupHeader-name').getByText('+2').hover();
    await tells(page, 'gold, sport');
    const filters = (await page.getByRole('radiogroup', { name: 'Status' }).innerText()).split(/\s+/);
    t.same(filters, ['All', '4', 'Active', '2', 'Inactive', '2']);
    await page.getByRole('radio', { name: 'Table' }).click();
    const rows = page.getByRole('table', { name: /^This group's stories/ }).locator('tbody tr');
    t.equal(await rows.count(), 4);
    const firstSwitch = rows.locator('[data-kit="switch"]').first();
    const beside = await firstSwitch.evaluate((it) => {
      const [own, row] = [it, it.closest('tr')!].map((one) => one.getBoundingClientRect());
      return Math.abs(own!.top + own!.height / 2 - row!.top - row!.height / 2);
    });
    t.ok(beside <= 1, `a switch stands in the middle of its row: ${beside} px beside it`);
    const column = page.getByRole('columnheader', { name: /^Story/ });
    const width = async () => Math.round((await column.boundingBox())!.width);
    const before = await width();
    const edge = (await page.getByRole('separator', { name: 'Width of Story' }).boundingBox())!;
    await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
    await page.mouse.down();
    await page.mouse.move(edge.x + edge.width / 2 - 90, edge.y + edge.height / 2, { steps: 2 });
    await page.mouse.up();
    t.equal(await width(), before - 90, 'the width of a column is dragged');
    await page.reload();
    await page.getByRole('table', { name: /^This group's stories/ }).waitFor();
    await column.waitFor();
    t.equal(await width(), before - 90, 'and kept, as the table is');
    await page.getByRole('radio', { name: 'Cards' }).click();
    await back.getByRole('link', { name: 'Content' }).click();
    await page.getByRole('link', { name: 'Autumn' }).first().click();
    await card(page, 'Coat').getByRole('button', { name: 'Edit Coat' }).first().click();
    await page.getByRole('dialog', { name: 'Edit Story' }).getByRole('button', { name: 'Close' }).click();
    await page.waitForURL((url) => !url.search.includes('edit='));
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForURL('**/content?**');
    await page.goForward();
    await card(page, 'Coat').waitFor();
  });

  await t.test('the switches of the group and of a story say what they did', async (t) => {
    await page.getByRole('switch', { name: 'Autumn is active' }).click();
    await says(page, 'Status changed.');
    t.equal((await detail()).status, 2);
    await card(page, 'Coat').hover();
    const remove = card(page, 'Coat').getByRole('button', { name: 'Delete Coat' });
    await remove.hover();
    await tells(page, 'You must inactivate a story to delete it.');
    await remove.click({ force: true });
    t.equal(await asked.count(), 0, 'an active story stays');
    await card(page, 'Coat').getByRole('switch', { name: 'Coat is active' }).click();
    await says(page, 'Story Status Changed!');
    t.equal((await detail()).stories[0].status, 2);
  });

  await t.test('another picture replaces the one of a story', async (t) => {
    const before = (await detail()).stories[0].media;
    await visitInside(page, `/stories/${autumn}?edit=${(await detail()).stories[0].id}`);
    const drawer = page.getByRole('dialog', { name: 'Edit Story' });
    const buffer = await drawnPicture('New', '#2d8649', 60, 60);
    await drawer
      .getByLabel('Another picture or video')
      .setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer });
    await drawer.getByRole('button', { name: 'Keep current file' }).waitFor();
    await drawer
      .getByText('Only 60 × 60 px, so it will look blurred. Use at least 1080 × 1920 px.', { exact: true })
      .waitFor();
    t.same(await axeViolations(page), []);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await says(page, 'Stories replaced successfully.');
    await drawer.waitFor({ state: 'detached' });
    t.not((await detail()).stories[0].media, before);
  });

  await t.test('where none of several stories could be changed, their names and the reason are told', async (t) => {
    const group: string = (await make('/n/story_group', { ...place, title: 'Gone' })).story_group_id;
    const two = ['Left', 'Right'].map((title) => ({ story_group_id: group, title, type: 1, media, status: 2 }));
    const { changed } = await make('/story/multiple', { stories: two });
    await visitInside(page, `/stories/${group}`);
    const bar = await select('Left', 'Right');
    await w.inject('DELETE', '/api/story/multiple', { as: nora, body: { stories: changed } });
    await bar.getByRole('button', { name: 'Activate', exact: true }).click();
    await page.getByText(/^2 stories couldn't be activated\. Left, Right: \S/).waitFor();
    t.equal((await detail(group)).stories.length, 0);
  });

  await t.test('a cap that is none is marked and led to, with what is wrong in sight', async (t) => {
    await page.setViewportSize({ width: 1440, height: 700 });
    await visitInside(page, `/stories/${autumn}?edit=${(await detail()).stories[0].id}`);
    const drawer = page.getByRole('dialog', { name: 'Edit Story' });
    const cap = drawer.getByLabel('Target cap');
    await cap.fill('2.5');
    await drawer.getByLabel('Title').focus();
    await drawer.getByRole('button', { name: 'Save' }).click();
    const wrong = drawer.getByText('Use a whole number, 1 or higher.');
    await wrong.waitFor();
    t.ok(await cap.evaluate((field) => field === document.activeElement));
    const foot = await drawer.getByRole('button', { name: 'Save' }).boundingBox();
    const line = await wrong.boundingBox();
    t.ok(line && foot && line.y + line.height <= foot.y, 'above the buttons');
    await page.setViewportSize({ width: 1440, height: 900 });
    await cap.fill('');
    await wrong.waitFor({ state: 'detached' });
  });

  await t.test('my changes of a story are kept beside what somebody else changed meanwhile', async (t) => {
    const { id } = (await detail()).stories[0];
    const patch = (body: object) => w.call(nora, 'PATCH', '/story', { story_id: id, ...body });
    const drawer = page.getByRole('dialog', { name: 'Edit Story' });
    await drawer.getByLabel('Title').fill('Coat two');
    const toLink = drawer.getByText('Add a link below to show this button.');
    await drawer.getByLabel('Swipe-up text').fill('Shop now');
    await toLink.waitFor();
    await drawer.getByLabel('Swipe-up text').fill('');
    await toLink.waitFor({ state: 'detached' });
    await patch({ button_text: 'Shop now' });
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByRole('button', { name: 'Keep my changes' }).click();
    t.equal(await drawer.getByLabel('Title').inputValue(), 'Coat two');
    t.equal(await drawer.getByLabel('Swipe-up text').inputValue(), 'Shop now');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await says(page, 'Coat two saved.');
    t.match((await detail()).stories[0], { title: 'Coat two', button_text: 'Shop now' });
    await drawer.waitFor({ state: 'detached' });
  });

  await t.test('several are switched and deleted at once; to delete all, the word is typed', async (t) => {
    const bulk = await select('Coat two', 'Knit');
    await bulk.getByRole('button', { name: 'Activate', exact: true }).click();
    await says(page, '2 stories activated');
    await select('Coat two', 'Parka');
    await bulk.getByRole('button', { name: 'Delete' }).hover();
    await tells(page, 'You must inactivate a story to delete it.');
    await bulk.getByRole('button', { name: 'Inactivate' }).click();
    await says(page, '2 stories inactivated');
    await select('Coat two', 'Parka');
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/story/multiple'));
    await bulk.getByRole('button', { name: 'Delete' }).click();
    await asked.getByText(/^If you delete a story, you will lose all its data\. This deletes 2 stories\.$/).waitFor();
    await asked.getByRole('button', { name: 'Delete 2 stories' }).click();
    await says(page, '2 stories deleted');
    await focusOnPage(page);
    t.equal((await sent).method(), 'DELETE');
    t.ok(Array.isArray((await sent).postDataJSON().stories), 'the ids as a list');
    await card(page, 'Knit').getByRole('switch', { name: 'Knit is active' }).click();
    await says(page, 'Story Status Changed!');
    await select('Knit', 'Scarf');
    await bulk.getByRole('button', { name: 'Delete' }).click();
    const all = asked.getByRole('button', { name: 'Delete 2 stories' });
    t.ok(await all.isDisabled());
    await asked.getByLabel('Type Delete to confirm').fill('Delete');
    await all.click();
    await page.getByRole('heading', { name: 'Add your first story' }).waitFor();
    await until(async () => (await detail()).stories.length === 0, 'the deletion');
  });

  await t.test('stories that come with the navigation as an import are thanked for as one', async (t) => {
    const state = { group: { id: autumn }, stories: [{ id: 'a', title: 'From afar', type: 1, media }] };
    await page.evaluate(
      ([path, usr]) => {
        history.pushState({ usr, key: 'import' }, '', path as string);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      },
      ['/story/add?ref=importStoryGroup', state],
    );
    await page.getByRole('heading', { name: 'Import Stories' }).waitFor();
    const back = page.getByRole('navigation', { name: 'Back' }).getByRole('link', { name: 'Autumn' });
    t.match(await back.getAttribute('href'), `/stories/${autumn}`);
    await page.getByRole('button', { name: 'Add story' }).click();
    await says(page, 'Your stories are imported to "Marlow"');
    t.match((await detail()).stories, [{ title: 'From afar', status: 1 }]);
  });

  await t.test('a group to add to that cannot be read can be tried again; one that is gone is said', async () => {
    const add = (id: string) =>
      page.evaluate(
        (usr) => {
          history.pushState({ usr, key: usr.group.id }, '', '/story/add');
          dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
        },
        { group: { id }, stories: [] },
      );
    const unread = (await make('/n/story_group', { ...place, title: 'Unread' })).story_group_id as string;
    await page.route('**/api/story_group/detail*', (route) => route.fulfill({ status: 502, body: '' }));
    await add(unread);
    await page.getByText("The story group couldn't load").waitFor();
    await page.unroute('**/api/story_group/detail*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Add Stories' }).waitFor();
    await add('01980000-0000-7000-8000-000000000000');
    await page.getByText('This story group was deleted or you cannot see it.').waitFor();
    await page.waitForURL(/\/home/);
  });

  await t.test(
    'wrong words of new stories are marked and led to until they are right, and outlive the drawer',
    async (t) => {
      await visitInside(page, `/stories/${autumn}?create=1`);
      const drawer = page.getByRole('dialog', { name: 'Create Story' });
      const choose = (...names: string[]) =>
        drawer
          .getByLabel('Pictures and videos')
          .setInputFiles(names.map((name) => ({ name, mimeType: 'image/png', buffer: picture })));
      const titles = drawer.getByRole('textbox', { name: 'Title' });
      const link = drawer.getByRole('textbox', { name: /^Link/ }).first();
      const [noTitle, noText] = [
        drawer.getByText('Enter a title for the story.'),
        drawer.getByText('Please fill Swipe up text'),
      ];
      await choose('One.png', 'Two.png');
      const { width } = (await titles.last().boundingBox())!;
      t.ok(width > 200, 'a title has room');
      await titles.last().fill(' ');
      await link.fill('https://a.example');
      t.equal(await noTitle.count(), 0, 'nothing is said before they are added');
      await drawer.getByRole('button', { name: 'Add 2 stories' }).click();
      await noTitle.waitFor();
      await noText.waitFor();
      t.ok(
        await drawer
          .getByRole('textbox', { name: /^Swipe-up text/ })
          .first()
          .evaluate((it) => it === document.activeElement),
      );
      await link.fill('');
      await noText.waitFor({ state: 'detached' });
      await link.fill('https://a.example');
      await noText.waitFor();
      await choose('Three.png');
      await drawer.getByRole('button', { name: 'Add 3 stories' }).waitFor();
      t.equal(await noTitle.count(), 1, 'also beside another file');
      await drawer.getByRole('button', { name: 'Remove One.png' }).click();
      await noText.waitFor({ state: 'detached' });
      t.equal(await noTitle.count(), 1);
      await drawer.getByRole('button', { name: 'Finish later' }).click();
      await page.getByRole('link', { name: 'Finish' }).click();
      await titles.first().waitFor();
      t.same(await titles.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)), [' ', 'Three']);
      await drawer.getByRole('button', { name: 'Remove all' }).click();
      const question = page.getByRole('alertdialog', { name: 'Remove all stories from this list?' });
      await question.getByText(/^2 stories haven't been added yet\./).waitFor();
      await question.getByRole('button', { name: 'Remove all' }).click();
      await titles.first().waitFor({ state: 'detached' });
      t.equal((await detail()).stories.length, 1);
    },
  );

  await t.test('figures of a web site go without what only apps tell', async (t) => {
    const heads = async (title: string) => {
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      const table = page.getByRole('table', { name: /^Story analytics for/ });
      await table.waitFor();
      return (await table.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
    };
    const both = ['Story', 'Reach', 'Impression', 'Click', 'CTR', 'Avg. Watch Length', 'Next', 'Previous', 'Closed'];
    await visitInside(page, `/stories/${autumn}?tab=analytics`);
    t.same(await heads('Autumn'), [...both, 'Completions', 'Skipped', 'Shared']);
    await visitInside(page, `/stories/${journal}?tab=analytics`);
    t.same(await heads('Journal'), both);
  });

  await t.test('more stories than the plan allows lead to the plans, and what was chosen stays', async (t) => {
    clock.ahead = 15 * 86_400_000;
    const nine = Array.from({ length: 9 }, () => ({ ...stories[0], status: 2 }));
    await make('/story/multiple', { stories: nine });
    const file = { name: 'Over.png', mimeType: 'image/png', buffer: picture };
    const limit = page.getByRole('dialog', { name: 'Too many stories for your plan' });
    await page.goto(`${w.base}/stories/${autumn}?create=1`);
    await page.getByLabel('Pictures and videos').setInputFiles(file);
    const isTold = async (whileOpen?: () => Promise<unknown>) => {
      await page.getByText('Your plan includes 10 stories per app.', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Add story', exact: true }).click();
      await limit.getByText(/^A Starter plan includes 10 stories per app\. Marlow already has 10\./).waitFor();
      t.match(
        await limit.getByRole('link', { name: 'Gain Access' }).getAttribute('href'),
        '/settings/payment?openPlanModal=list&feature=stories&from=%2Fstor',
      );
      await whileOpen?.();
      await limit.getByRole('button', { name: 'Back' }).click();
      await limit.waitFor({ state: 'detached' });
      t.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Over');
    };
    await isTold(async () => t.same(await axeViolations(page), []));
    await page.getByRole('link', { name: 'Open full page' }).click();
    await page.getByRole('heading', { name: 'Add Stories' }).waitFor();
    await isTold();
    t.equal((await detail()).stories.length, 10);
  });
  t.same(faults, []);
});
