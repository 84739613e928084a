import type { Locator, Page } from 'playwright-core';
import t from 'tap';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { passTime } from '#ops/testing/player-page.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const permission =
  "It looks like you don't have permission to use this feature. Please contact your Account Owner to resolve this issue.";
const cardOf = (page: Page, title: string) =>
  page.locator('ul.GroupCards-grid > li', { has: page.getByRole('link', { name: title, exact: true }) });
const titles = (page: Page) => page.locator('ul.GroupCards-grid > li h2 a').allInnerTexts();
const says = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
const tells = (page: Page, text: string) => page.getByRole('tooltip').getByText(text, { exact: true }).waitFor();
/** The texts that a person sees in a card's last line: what lies under others or is cut off is none. */
const inFoot = (foot: Locator): Promise<string[]> =>
  foot.evaluate((line) =>
    [...line.querySelectorAll('[data-kit="badge"], [data-kit="label-chip"], .GroupFoot-more, .GroupFoot-reason')]
      .filter((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const top = document
          .elementsFromPoint(x + width / 2, y + height / 2)
          .find((one) => one.matches('.GroupCards-cardFoot *'));
        return (
          top !== undefined && (part.contains(top) || top.contains(part)) && !top.matches('.GroupFoot-cardLabelsAll')
        );
      })
      .map((part) => (part as HTMLElement).innerText.trim()),
  );

t.test('cards of story groups and their drawer', async (t) => {
  const w = await startDashboard(t);
  const ida = await w.person({ firstname: 'Ida' });
  const make = (path: string, body: object, as = ida) => w.call(as, 'POST', path, body);
  const context = await w.windowOf(ida);
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(request.url().slice(w.base.length)));

  await t.test('before there is an app the page asks for one', async () => {
    await page.goto(`${w.base}/content`);
    await page.getByRole('heading', { name: 'Add Your App' }).waitFor();
    await page.getByRole('button', { name: 'Add app' }).click();
    await page.getByRole('dialog', { name: 'What is the name of your app?' }).waitFor();
  });

  const app = await make('/app', { store_id: 'com.ida.one', store_type: 'ios', is_live: false, title: 'Fjord' });
  const other = await make('/app', { store_id: 'com.ida.two', store_type: 'ios', is_live: false, title: 'Outlet' });
  const icon = await w.upload(ida, await drawnPicture('A', '#2d4f86', 300, 300));
  const ts_start = Math.floor(Date.now() / 1000);
  const group = async (title: string, status: number, app_id = app.id, as = ida): Promise<string> =>
    (await make('/n/story_group', { app_id, title, icon, ts_start, status }, as)).story_group_id;
  const status = async (id: string): Promise<number> =>
    (await w.inject('GET', '/api/n/story_group', { as: ida, query: { story_group_id: id } })).json().data.status;
  const [winter, spring, autumn] = [await group('Winter', 2), await group('Spring', 2), await group('Autumn', 1)];
  await group('Outlet group', 1, other.id);
  const body = { story_group_id: autumn, title: 'One', type: 1, media: icon };
  await make('/story/multiple', { stories: Array.from({ length: 8 }, () => body) });
  const content = `${w.base}/content?app=${app.id}`;
  const act = async (title: string, name: string) => {
    await page.getByRole('button', { name: `More for ${title}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  const creator = () => cardOf(page, 'Autumn').getByText('Ida', { exact: true });
  await t.test('who made a group stands on no card before the team has two members', async (t) => {
    await make('/account/invite-user', { emails: ['bo@marlow.test'], role: 'story_creator', apps: [app.id] });
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/account/users'));
    await page.goto(content);
    await (await answered).finished();
    await cardOf(page, 'Autumn').waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    t.equal(await creator().count(), 0, 'alone: an invitation is no member');
  });

  await t.test('six thumbnails stand for the stories, the rest is a number; no labels are called so', async (t) => {
    const strip = cardOf(page, 'Autumn').locator('.GroupCards-strip');
    t.equal(await strip.locator('[data-kit="thumb"]').count(), 7);
    t.equal(await strip.innerText(), '+2');
    await page.getByRole('button', { name: 'Labels' }).click();
    await page.getByRole('menu', { name: 'Labels' }).getByText('No Labels', { exact: true }).waitFor();
    t.ok(asked.has('/api/app/n/list?limit=10000&with_story_groups=True'), 'every app at once');
    t.ok(asked.has(`/api/segment?app_id=${app.id}&limit=1000`), 'every label at once');
    await page.getByRole('menu', { name: 'Labels' }).getByText('Labels choose who sees a story group.').waitFor();
    await page.getByRole('menuitem', { name: 'Spring' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit Story Group' });
    await drawer.getByRole('group', { name: 'Labels', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });

  await t.test('chosen labels of more than 23 characters are told whole in a tooltip, 23 are not', async (t) => {
    const still = await context.newPage();
    await still.clock.install();
    await still.goto(content);
    await cardOf(still, 'Autumn').waitFor();
    const told = async (...labels: string[]) => {
      await visitInside(still, `${content}${labels.map((label) => `&label=${label}`).join('')}`);
      await still.mouse.move(0, 0);
      await still.getByRole('button', { name: `Labels: ${labels.join(', ')}` }).hover();
      await passTime(still, 1000);
      return still.getByRole('tooltip').allInnerTexts();
    };
    // The first tooltip brings what shows them all.
    await told('womens', 'members', 'runners');
    await still.getByRole('tooltip').waitFor();
    t.same(await still.getByRole('tooltip').allInnerTexts(), ['womens, members, runners']);
    t.same(await told('women', 'members', 'runners'), [], 'women, members, runners');
    await still.close();
  });

  await t.test('while groups load, shapes of cards stand in their place, then who made them, in a team', async (t) => {
    await w.person({ account_id: ida.account_id, permissions: { story_creator: [app.id] } });
    let arrive = () => {};
    const held = new Promise<void>((done) => {
      arrive = done;
    });
    await page.route('**/api/n/story_group?**', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByText('Loading story groups', { exact: true }).waitFor({ state: 'attached' });
    t.ok((await page.locator('ul.GroupCards-grid[data-loading] > li').count()) > 0);
    arrive();
    await creator().waitFor();
    t.equal(await page.locator('ul.GroupCards-grid[data-loading]').count(), 0);
    await page.unroute('**/api/n/story_group?**');
  });

  await t.test('a group is pinned to the front and unpinned again', async () => {
    await act('Winter', 'Pin');
    await says(page, 'Story Group Pinned!');
    await until(async () => (await titles(page))[0] === 'Winter', 'the pinned one in front');
    await act('Winter', 'Unpin');
    await says(page, 'Story Group Unpinned!');
  });

  await t.test('an active group is not deleted, alone or among others, and says why', async (t) => {
    const why = 'You must inactivate a story group to delete it.';
    await page.getByRole('button', { name: 'More for Autumn' }).click();
    const remove = page.getByRole('menuitem', { name: 'Delete' });
    t.equal(await remove.getAttribute('aria-disabled'), 'true');
    await remove.hover();
    await tells(page, why);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    for (const title of ['Winter', 'Autumn']) {
      await cardOf(page, title).hover();
      await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check();
    }
    const together = page
      .getByRole('region', { name: 'Selected story groups' })
      .getByRole('button', { name: 'Delete' });
    await together.hover();
    await tells(page, why);
    await together.click({ force: true });
    t.equal(await page.getByRole('alertdialog').count(), 0);
    await page.keyboard.press('Escape');
  });

  await t.test('one group is deleted after a question, several by their joined ids', async (t) => {
    const asked = page.getByRole('alertdialog', { name: 'Are you sure?', exact: true });
    await act('Winter', 'Delete');
    await asked.getByText('If you delete a story group, you will lose all its data.', { exact: true }).waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    t.equal(await status(winter), 2, 'who cancels has deleted nothing');
    for (const title of ['Winter', 'Spring']) {
      await cardOf(page, title).hover();
      await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check();
    }
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/story_group/multiple'));
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await asked.getByLabel('Type Delete to confirm').fill('delete');
    t.ok(await asked.getByRole('button', { name: 'Delete 2 groups' }).isDisabled(), 'the word as it is written');
    await asked.getByLabel('Type Delete to confirm').fill('Delete');
    await asked.getByRole('button', { name: 'Delete 2 groups' }).click();
    await says(page, '2 story groups deleted');
    const request = await sent;
    t.equal(request.method(), 'DELETE');
    const { story_groups } = request.postDataJSON();
    t.same(story_groups.split(',').sort(), [winter, spring].sort());
  });

  await t.test('what a creator made waits on its card until an owner approves it', async (t) => {
    const mei = await w.person({ account_id: ida.account_id, permissions: { story_creator: [app.id] } });
    const segments = [['women', 'men'], ['members']];
    const words = { app_id: app.id, title: 'Draft', icon, ts_start, status: 1, segments };
    const draft: string = (await make('/n/story_group', words, mei)).story_group_id;
    t.equal(await status(draft), 10);
    await make('/story', { story_group_id: draft, title: 'One', type: 1, media: icon }, mei);
    const window = await w.windowOf(mei);
    t.teardown(() => window.close());
    const theirs = await window.newPage();
    await theirs.goto(content);
    const approve = (on: Page) => cardOf(on, 'Draft').getByRole('button', { name: 'Approve Draft' });
    await approve(theirs).hover();
    await tells(theirs, permission);
    await page.goto(content);
    await cardOf(page, 'Draft').getByText('Waiting for approval', { exact: true }).waitFor();
    const seen = () => inFoot(cardOf(page, 'Draft').locator('.GroupCards-cardFoot'));
    const labels = async () => (await seen()).filter((text) => !/^(Inactive|Active|Waiting for approval)$/.test(text));
    t.ok((await seen()).includes('Waiting for approval'));
    t.same(await labels(), ['women', '+2'], 'beside the reason one label and the number of the others');
    await page.setViewportSize({ width: 600, height: 900 });
    await until(async () => (await labels()).join() === 'women,men,+1', 'two where there is room');
    await page.setViewportSize({ width: 1440, height: 900 });
    await until(async () => (await labels()).join() === 'women,+2', 'one again');
    await approve(page).click();
    await cardOf(page, 'Draft').getByRole('switch', { name: 'Draft is active' }).waitFor();
    await until(async () => (await labels()).join() === 'women,men,+1', 'two on an active card');
    await until(async () => (await status(draft)) === 1, 'the approval');
  });

  await t.test('the status that was chosen is kept for the app, not for another', async (t) => {
    const chosen = (name: RegExp) => page.getByRole('radio', { name });
    await chosen(/^Passive/).click();
    await page.getByRole('heading', { name: 'No matching story groups' }).waitFor();
    await visitInside(page, `/content?app=${other.id}`);
    await cardOf(page, 'Outlet group').waitFor();
    t.equal(await chosen(/^All/).getAttribute('aria-checked'), 'true');
    await page.goto(content);
    await page.getByRole('heading', { name: 'No matching story groups' }).waitFor();
    t.equal(await chosen(/^Passive/).getAttribute('aria-checked'), 'true');
  });

  await t.test('a group is made beside no viewer list that is on its way or was refused', async (t) => {
    const made: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && made.push(new URL(request.url()).pathname));
    const drawer = page.getByRole('dialog', { name: 'Create New Story Group' });
    const create = drawer.getByRole('button', { name: 'Create group' });
    const file = drawer.getByLabel('Dynamic segmentation file');
    const choose = (name: string) => file.setInputFiles({ name, mimeType: '', buffer: Buffer.from('ada\n') });
    await visitInside(page, `${content}&create=1`);
    await drawer.getByRole('textbox', { name: 'Story group name' }).fill('Held');
    const cover = { name: 'a.png', mimeType: 'image/png', buffer: await drawnPicture('H', '#2d4f86', 600, 600) };
    await drawer.getByLabel('Cover image file').setInputFiles(cover);
    await drawer.getByText('a.png, 600 × 600', { exact: true }).waitFor();
    await drawer.getByRole('button', { name: /^Advanced settings/ }).click();
    await page.route('**/api/upload', () => {});
    await choose('vip.csv');
    await drawer.getByText(/^(Uploading|Checking) vip\.csv$/).waitFor();
    await create.hover();
    await tells(page, 'Wait until the viewer list has finished uploading.');
    await create.click({ force: true });
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await drawer.getByRole('button', { name: 'Cancel upload of vip.csv' }).click();
    await choose('x.txt');
    const refusal = drawer.getByText('x.txt is not a csv file', { exact: true });
    await refusal.waitFor();
    await create.click();
    await until(
      () => drawer.getByRole('button', { name: 'Replace file' }).evaluate((one) => one === document.activeElement),
      'the field to have the focus',
    );
    await refusal.waitFor();
    await page.unroute('**/api/upload');
    t.notOk(made.includes('/api/n/story_group'), 'nothing was made');
    await drawer.getByRole('button', { name: 'Remove x.txt' }).click();
    await refusal.waitFor({ state: 'detached' });
    await create.click();
    await until(() => made.includes('/api/n/story_group'), 'the group to be made once the file is taken out');
    await page.waitForURL(/\/stories\//);
  });
  t.same(faults, []);
});
