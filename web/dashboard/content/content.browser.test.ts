import type { BrowserContext, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, type Dashboard, startDashboard } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { plantShop, type Shop } from '#ops/testing/shop-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const permission =
  "It looks like you don't have permission to use this feature. Please contact your Account Owner to resolve this issue.";

const open = async (t: Test, context: BrowserContext, address: string): Promise<Page> => {
  t.teardown(() => context.close());
  const page = await context.newPage();
  await page.goto(address);
  return page;
};
const cardOf = (page: Page, title: string) =>
  page.locator('ul.GroupCards-grid > li', { has: page.getByRole('link', { name: title, exact: true }) });
const titles = (page: Page) => page.locator('ul.GroupCards-grid:not([data-loading]) > li h2 a').allInnerTexts();
const shows = (page: Page, wanted: string[], what: string) =>
  until(async () => (await titles(page)).sort().join() === [...wanted].sort().join(), what);
const select = async (page: Page, title: string) => {
  await cardOf(page, title).hover();
  await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check();
};
const status = async (w: Dashboard, shop: Shop, id: string): Promise<number> => {
  const query = { story_group_id: id };
  return (await w.inject('GET', '/api/n/story_group', { as: shop.nora, query })).json().data.status;
};
const everyTitle = ['Gift Guide', 'Quiet', 'Home & Living', 'Run Club', 'Summer Sale'];

t.test('the content page', async (t) => {
  const w = await startDashboard(t);
  const shop = await plantShop(w);
  const { app_id, instance_id, made } = shop;
  const content = `${w.base}/content?app=${app_id}&instance=${instance_id}`;

  const window = await w.windowOf(shop.nora);
  const faults = collectPageErrors(window);
  const page = await open(t, window, content);

  await t.test('filters by status and labels with counts, and keeps both for the app', async (t) => {
    await shows(page, everyTitle, 'all groups');
    const filters = (await page.getByRole('radiogroup', { name: 'Status' }).innerText()).replaceAll('\n', ' ');
    t.match(filters, /All 5 Active 1 Inactive 3 Passive 1 Test 0/);
    await cardOf(page, 'Run Club').getByText('Nora', { exact: true }).waitFor();
    t.match((await cardOf(page, 'Run Club').innerText()).replaceAll('\n', ' '), /Nora .*women member… \+2/);
    await page.getByRole('radio', { name: /Inactive/ }).click();
    await shows(page, ['Quiet', 'Home & Living', 'Summer Sale'], 'inactive ones');
    await page.getByRole('radio', { name: /All/ }).click();
    await page.getByRole('button', { name: 'Labels' }).click();
    await page.getByRole('menuitemcheckbox', { name: /vip\s*2/ }).click();
    await page.keyboard.press('Escape');
    await shows(page, ['Home & Living', 'Run Club'], 'those with the label');
    t.equal(await page.getByRole('button', { name: /^Move/ }).count(), 0, 'a part of the groups has no order');
    t.match(page.url(), /label=vip/);
    t.same(await axeViolations(page), []);

    await visitInside(page, `/content?app=${shop.empty.id}`);
    await page.getByRole('heading', { name: 'Publish your first story' }).waitFor();
    await page.goto(content);
    await shows(page, ['Home & Living', 'Run Club'], 'the label that was chosen last');
    await page.getByRole('button', { name: /Labels: vip/ }).click();
    for (const name of ['women', 'members', 'gold']) {
      await page.getByRole('menuitemcheckbox', { name: new RegExp(name) }).click();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Labels: vip/ }).hover();
    await page.getByRole('tooltip').getByText('vip, women, members, gold').waitFor();
    await page.getByRole('button', { name: /Labels: vip/ }).click();
    for (const name of ['vip', 'women', 'members', 'gold'])
      await page.getByRole('menuitemcheckbox', { name: new RegExp(name) }).click();
    await page.keyboard.press('Escape');
    await shows(page, everyTitle, 'all groups again');
    t.same(faults, []);
  });

  await t.test('an empty instance shows fourteen sample stories, by mouse and keyboard', async (t) => {
    await visitInside(page, `/content?app=${shop.empty.id}`);
    await page.getByText('Tap an icon above to see 14 samples.').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => /\/events$/.test(request.url()) && sent.push(request.url()));
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/samples-before-1440-light.png` });
    await page.getByRole('button', { name: 'Play the sample stories of Home & light' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sample stories' });
    await dialog.getByText('Light for the long evenings').first().waitFor();
    await until(
      () =>
        dialog
          .locator('story-rail img')
          .first()
          .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0),
      'the picture',
    );
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/samples-1440-light.png` });
    for (const title of ['Dune Lamp', 'Koie Chair', 'Festival race']) {
      await page.keyboard.press('ArrowRight');
      await dialog.getByText(title).first().waitFor();
    }
    t.same(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Play the sample stories of Gift guide' }).click();
    await dialog.getByText('Wrapped & ready').first().waitFor();
    t.same(sent, [], 'a sample is no viewing');
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await dialog.waitFor({ state: 'detached' });
  });

  await t.test('a bulk act says what it could not change, and Undo takes back what it did', async (t) => {
    await visitInside(page, content);
    await shows(page, everyTitle, 'all groups');
    for (const title of ['Quiet', 'Home & Living', 'Summer Sale', 'Gift Guide']) await select(page, title);
    await page.getByText('+1 Selected').waitFor();
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await page.getByText("3 story groups activated. 1 couldn't be activated.").waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: "1 story group couldn't be changed" });
    t.match(await dialog.innerText(), /Summer Sale\s+The end date has passed/);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    t.equal(await status(w, shop, made.quiet), 1);

    await select(page, 'Summer Sale');
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await page.getByText("1 story group couldn't be activated.", { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).last().click();
    t.match(await dialog.innerText(), /Summer Sale\s+The end date has passed/, 'also where none was');
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    for (const title of ['Quiet', 'Home & Living', 'Gift Guide']) await select(page, title);
    t.equal(
      await page.getByRole('button', { name: 'Delete', exact: true }).getAttribute('aria-disabled'),
      'true',
      'not while one is active',
    );
    await page.getByRole('button', { name: 'Inactivate', exact: true }).click();
    await page.getByText('3 story groups inactivated', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('3 story groups put back', { exact: true }).waitFor();
    t.same(await Promise.all([made.quiet, made.home, made.guide].map((id) => status(w, shop, id))), [1, 1, 1]);
    t.same(faults, []);
  });

  await t.test('a test group does not become live for everyone without a question', async (t) => {
    const test_devices = [{ name: 'Phone', id: 'phone-1', platform: 'ios' }];
    await w.inject('PATCH', '/api/account', { as: shop.nora, body: { test_devices } });
    const path = `/api/n/story_group?story_group_id=${made.guide}`;
    await w.inject('PATCH', path, { as: shop.nora, body: { status: 2 } });
    await w.inject('PATCH', path, { as: shop.nora, body: { status: 8 } });
    t.equal(await status(w, shop, made.guide), 8);
    await page.reload();
    await shows(page, everyTitle, 'all groups');
    for (const title of ['Gift Guide', 'Quiet']) await select(page, title);
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    const asked = page.getByRole('alertdialog', { name: 'Make this test group live?' });
    await asked.getByText('Gift Guide is a test group, which only test devices see.').waitFor();
    t.same(await axeViolations(page), []);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    t.equal(await status(w, shop, made.guide), 8);
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await asked.getByRole('button', { name: 'Activate 2 groups' }).click();
    await until(async () => (await status(w, shop, made.guide)) === 1, 'the group to be live');
  });

  await t.test('several groups are deleted after typing Delete, listed with who and when, and restored', async (t) => {
    const context = await w.windowOf(shop.daniel);
    const faults = collectPageErrors(context);
    const page = await open(t, context, content);
    for (const title of ['Quiet', 'Home & Living']) {
      await cardOf(page, title).getByRole('switch').click();
      await page.getByText(`Status changed. ${title} is inactive.`).waitFor();
      await select(page, title);
    }
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const asked = page.getByRole('alertdialog', { name: 'Are you sure?' });
    t.match(await asked.innerText(), 'If you delete a story group, you will lose all its data.');
    t.equal(await asked.getByRole('button', { name: 'Delete 2 groups' }).isDisabled(), true);
    await asked.getByLabel('Type Delete to confirm').fill('Delete');
    await asked.getByRole('button', { name: 'Delete 2 groups' }).click();
    await page.getByText('2 story groups deleted', { exact: true }).waitFor();
    await shows(page, ['Gift Guide', 'Run Club', 'Summer Sale'], 'the others');
    const told = page.locator('[data-kit="toast"]', { hasText: '2 story groups deleted' });
    await told.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 story groups restored', { exact: true }).waitFor();
    await shows(page, everyTitle, 'what Undo brought back');
    await page.getByRole('button', { name: 'More for Quiet' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await asked.getByText('Quiet moves to Recently deleted. You can restore it there.').waitFor();
    await asked.getByRole('button', { name: 'Delete group' }).click();
    const gone = page.locator('[data-kit="toast"]', { hasText: 'Quiet was deleted.' });
    await gone.waitFor();
    t.equal(await page.getByText('Status changed. Quiet').count(), 0, 'what is gone has no status to put back');
    await gone.getByRole('button', { name: 'Recently deleted' }).click();
    const drawer = page.getByRole('dialog', { name: 'Recently deleted' });
    await drawer.getByRole('listitem').first().waitFor();
    t.match(await drawer.getByRole('listitem').first().innerText(), /Daniel[\s\S]*(just now|min ago)/);
    t.same(await axeViolations(page), []);
    await drawer.getByRole('button', { name: 'Restore Quiet' }).click();
    await page.getByText('Quiet is back. It is inactive.').waitFor();
    await page.keyboard.press('Escape');
    await shows(page, everyTitle, 'the restored one');
    t.equal(await status(w, shop, made.quiet), 2);
    t.same(faults, []);
  });

  await t.test('a creator changes his own groups alone, and reads why the rest is closed', async (t) => {
    const context = await w.windowOf(shop.mei);
    const page = await open(t, context, content);
    await shows(page, everyTitle, 'all groups');
    t.equal(await page.getByRole('button', { name: /^Move/ }).count(), 0, 'nothing to move');
    const control = cardOf(page, 'Gift Guide').getByRole('switch');
    t.equal(await control.getAttribute('aria-disabled'), 'true');
    await control.hover();
    await page.getByRole('tooltip').getByText(permission).waitFor();
    const menu = async (title: string) => {
      await page.getByRole('button', { name: `More for ${title}` }).click();
      const items = await page.getByRole('menuitem').all();
      const closed: string[] = [];
      for (const item of items) {
        if ((await item.getAttribute('aria-disabled')) !== 'true') continue;
        await item.hover();
        await page.getByRole('tooltip').getByText(permission, { exact: true }).waitFor();
        closed.push((await item.innerText()).split('\n')[0]!);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      return closed;
    };
    t.same(await menu('Gift Guide'), ['Pin', 'Delete']);
    t.same(await menu('Run Club'), ['Edit', 'Pin', 'Delete']);
    await select(page, 'Quiet');
    for (const name of ['Activate', 'Inactivate', 'Delete']) {
      const button = page.getByRole('button', { name, exact: true });
      t.equal(await button.getAttribute('aria-disabled'), 'true', name);
      await button.hover();
      await page.getByRole('tooltip').getByText(permission, { exact: true }).waitFor();
    }
  });

  await t.test('the calendar shows what goes live and what ends, as months and on a phone as days', async (t) => {
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await page.getByText('Times in Europe/Stockholm, UTC+').waitFor();
    t.match(page.url(), `/content/calendar?app=${app_id}&instance=${instance_id}`);
    const today = page.locator('td', { has: page.locator('[aria-current="date"]') });
    await today.getByRole('button', { name: /more on/ }).click();
    const day = page.getByRole('dialog');
    for (const name of [/Summer Sale.*Ended/s, /Run Club.*Went live/s, /Quiet.*Went live/s, /Quiet.*Went offline/s])
      await day.getByRole('link', { name }).first().waitFor();
    t.equal(await status(w, shop, made.quiet), 2, 'what was live is told of a group that is off today');
    t.same(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('table').waitFor({ state: 'detached' });
    await page.getByText('Today', { exact: true }).last().waitFor();
    t.same(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByText('Nothing scheduled this month').waitFor();
    t.match(page.url(), /month=\d{4}-\d{2}/);
    await page.getByRole('button', { name: 'Today' }).click();
    await page
      .getByRole('link', { name: /Run Club.*Went live/s })
      .first()
      .click();
    await page.waitForURL(new RegExp(`/stories/${made.run}`));
    t.same(faults, []);
  });

  await t.test('what else there is of the content is named in its head, on a phone too', async (t) => {
    await visitInside(page, content);
    await cardOf(page, 'Run Club').waitFor();
    const head = page.getByRole('main').locator('header').first();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const name of ['Calendar', 'History'])
        t.ok((await head.getByRole('link', { name, exact: true }).boundingBox())!.width > 60, `${name} at ${width}`);
      const drawn = await page.evaluate(() => document.documentElement.scrollWidth);
      t.ok(drawn <= width, `nothing is wider than the screen: ${drawn}`);
    }
    t.same(await axeViolations(page), []);
    await head.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
    await page.getByRole('dialog', { name: 'Recently deleted' }).waitFor();
    await page.keyboard.press('Escape');
    await head.getByRole('link', { name: 'History', exact: true }).click();
    await page.waitForURL(`**/activity?thing=${app_id}`);
  });

  await t.test('a group that others changed since it was listed is edited as it is now', async (t) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(content);
    await cardOf(page, 'Quiet').getByText('Inactive', { exact: true }).waitFor();
    const path = `/n/story_group?story_group_id=${made.quiet}`;
    await w.call(shop.daniel, 'PATCH', path, { title: 'Hush', settings: { description: 'From Daniel' } });
    await page.getByRole('button', { name: 'More for Quiet', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    const name = page.getByRole('textbox', { name: 'Story group name', exact: true });
    await until(async () => (await name.inputValue()) === 'Hush', 'the group of now');
    await name.fill('Hushed');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Hushed saved.').waitFor();
    await cardOf(page, 'Hushed').waitFor();
    const saved = await w.call(shop.nora, 'GET', `/story_group/detail?story_group_id=${made.quiet}`, {});
    t.match(saved, { title: 'Hushed', settings: { description: 'From Daniel' } });
  });

  await t.test('who leaves while a group is saved is told how that ends, and stays where they are', async (t) => {
    const leave = async (title: string, typed: string, meanwhile: () => Promise<unknown>) => {
      await page.getByRole('button', { name: `More for ${title}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
      await page.getByRole('textbox', { name: 'Story group name', exact: true }).fill(typed);
      let save: () => void = () => undefined;
      const held = new Promise<void>((done) => {
        save = done;
      });
      await page.route('**/api/n/story_group?*', async (route) => {
        if (route.request().method() === 'PATCH') await held;
        await route.fallback();
      });
      const asked = page.waitForRequest((request) => request.method() === 'PATCH');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await asked;
      await page.evaluate(() => history.back());
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await meanwhile();
      save();
    };
    await leave('Hushed', 'Calm', async () => undefined);
    await page.getByText('Calm saved.').waitFor();
    await page.getByRole('button', { name: 'More for Calm', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).waitFor();
    t.equal(new URL(page.url()).pathname, '/content');

    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await leave('Calm', 'Calmer', () =>
      w.call(shop.daniel, 'PATCH', `/n/story_group?story_group_id=${made.quiet}`, { title: 'Calmest' }),
    );
    await page
      .getByText("What you just closed didn't go through. This was changed by someone else since you opened it.")
      .waitFor();
    await cardOf(page, 'Calmest').waitFor();
    t.equal(new URL(page.url()).pathname, '/content');
  });
});
