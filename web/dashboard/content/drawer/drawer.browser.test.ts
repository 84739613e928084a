import type { Locator, Page } from 'playwright-core';
import t from 'tap';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { type Person, until } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const permission =
  "It looks like you don't have permission to use this feature. Please contact your Account Owner to resolve this issue.";

t.test('the story group drawer', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lind' });
  const make = (path: string, body: object, as: Person = nora) => w.call(as, 'POST', path, body);
  const app = await make('/app', { store_id: 'com.marlow.shop', store_type: 'ios', is_live: false, title: 'Marlow' });
  const { account_id } = nora;
  const [owns, creates] = [{ app_owner: [app.id] }, { story_creator: [app.id] }];
  const daniel = await w.person({ account_id, firstname: 'Daniel', lastname: 'Berg', permissions: owns });
  const cleo = await w.person({ account_id, permissions: creates });
  const cover = await drawnPicture('A', '#b5482a', 600, 400);
  const icon = await w.upload(nora, cover);
  const ts_start = Math.floor(Date.now() / 1000);
  const group = async (title: string, more: object = {}, as = nora) =>
    (await make('/n/story_group', { app_id: app.id, title, icon, ts_start, ...more }, as)).story_group_id as string;
  const detail = async (id: string) =>
    (await w.inject('GET', '/api/story_group/detail', { as: nora, query: { story_group_id: id } })).json().data;
  const [listed, autumn, solstice] = [await group('Listed'), await group('Autumn'), await group('Solstice')];
  const [winter, preview] = [await group('Winter'), await group('Preview')];
  const [byCleo, testedByCleo] = [await group('By Cleo', {}, cleo), await group('Test by Cleo', {}, cleo)];
  const ours = { settings: { description: 'Ours' } };
  const [together, again] = [await group('Together', ours), await group('Again', ours)];

  const windows = new Map<Person, { page: Page; faults: string[]; dialog: Locator }>();
  /** Opens a drawer in the one page of a person, where no drawer is open. */
  const open = async (person: Person, query: string) => {
    const path = `/content?app=${app.id}&${query}`;
    const held = windows.get(person);
    // A group is read anew when its drawer opens; what others change afterwards is not in it.
    const withRead = (page: Page, visit: () => Promise<unknown>) =>
      Promise.all([
        query.startsWith('edit=')
          ? page.waitForResponse((answer) => answer.url().includes('/story_group/detail'))
          : null,
        visit(),
      ]);
    if (held) await withRead(held.page, () => visitInside(held.page, path));
    const show = async () => {
      const context = await w.windowOf(person, { bypassCSP: true });
      t.teardown(() => context.close());
      const faults = collectPageErrors(context);
      const page = await context.newPage();
      await withRead(page, () => page.goto(w.base + path));
      return { page, faults, dialog: page.getByRole('dialog') };
    };
    const shown = held ?? (await show());
    windows.set(person, shown);
    await shown.dialog.getByRole('textbox', { name: 'Story group name' }).waitFor();
    return shown;
  };
  const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true });
  const advanced = async (page: Page) => {
    const head = page.getByRole('button', { name: /^Advanced settings/ });
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  };
  const profile = async () => (await w.inject('GET', '/api/account/profile', { as: nora })).json().data;
  const closed = (page: Page) => field(page, 'Story group name').waitFor({ state: 'detached' });

  await t.test('everything that is told about a group is saved at once', async (t) => {
    const { page, dialog } = await open(nora, 'create=1');
    await dialog.getByRole('heading', { name: 'Create New Story Group' }).waitFor();
    t.equal((await page.locator('[data-kit="drawer"]').boundingBox())?.width, 540);
    await dialog.getByLabel('Cover image file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: cover });
    await dialog.getByText('a.png, 600 × 400', { exact: true }).waitFor();
    const animation = { name: 'a.gif', mimeType: 'image/gif', buffer: cover };
    await dialog.getByLabel('Cover image file').setInputFiles(animation);
    await dialog.getByText('Use a JPEG or PNG picture.', { exact: true }).waitFor();
    await dialog.getByRole('slider', { name: 'Zoom' }).fill('3');
    t.equal(await dialog.getByRole('slider', { name: 'Zoom' }).getAttribute('max'), '3');
    await field(page, 'Story group name').fill('Run Club November Dr');
    await dialog.getByText('20 / 25', { exact: true }).waitFor();
    await field(page, 'Story group name').fill('Run Club November Drops');
    await dialog.getByText('23 / 25, 2 left', { exact: true }).waitFor();
    const first = dialog.getByRole('combobox', { name: 'Add a label to group 1' });
    await first.fill('men,uni');
    t.equal(await first.inputValue(), 'uni', 'a comma ends a label');
    await first.fill('unisex');
    await first.press('Enter');
    await dialog.getByRole('button', { name: 'Add AND group' }).click();
    const second = dialog.getByRole('combobox', { name: 'Add a label to group 2' });
    await second.fill('runners1');
    await second.press('Enter');
    await dialog.getByText('A label can be maximum 7 characters.').waitFor();
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await w.until(() => second.evaluate((one) => one === document.activeElement), 'the label to have the focus');
    await second.fill('sport');
    await second.press('Enter');
    await dialog.getByText('Shown to (men or unisex) and sport').waitFor();
    await advanced(page);
    await dialog.getByRole('radio', { name: 'Clicks' }).click();
    await field(page, 'Target cap').fill('200,000');
    await field(page, 'App version from').fill('4.12.0');
    const [file, excel] = [dialog.getByLabel('Dynamic segmentation file'), 'application/vnd.ms-excel'];
    await file.setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer: cover });
    await dialog.getByText('cat.png is not a csv file').waitFor();
    await file.setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer: Buffer.from('ada\n,x\n') });
    await dialog.getByText('Line 2: the first column has no viewer ID.').waitFor();
    await file.setInputFiles({ name: 'vip.csv', mimeType: excel, buffer: Buffer.from('ada\nbo\n') });
    await dialog.getByText('2 viewers').waitFor();
    await dialog.getByText('Shown to (men or unisex) and sport, in the viewer list').waitFor();
    t.notOk((await profile()).dynamic_segmentation, 'the account keeps it once the group is saved');
    await dialog
      .getByLabel('Dark thematic icon file')
      .setInputFiles({ name: 'd.png', mimeType: 'image/png', buffer: cover });
    await field(page, 'Description').fill('For runners');
    await looks(t, page, 'drawer-full');
    await page.setViewportSize({ width: 390, height: 844 });
    await field(page, 'Description').scrollIntoViewIfNeeded();
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/drawer-end-390-light.png` });
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await closed(page);
    const list = await w.inject('GET', '/api/n/story_group', { as: nora, query: { app_id: app.id } });
    t.match(list.json().data[0], {
      title: 'Run Club November Drops',
      status: 1,
      segments: [['men', 'unisex'], ['sport']],
      target_cap: null,
      click_target_cap: 200_000,
      settings: {
        app_version_targeting: { min_version: '4.12.0', max_version: null },
        dynamic_segmentation: { name: 'vip.csv', count: 2 },
        thematic_icons: { dark: /\/media\// },
        description: 'For runners',
      },
    });
  });

  await t.test(
    'a list that an owner sent is offered in other groups, until the owner says that it is not',
    async (t) => {
      const choose = async (page: Page) => {
        await advanced(page);
        await page.getByRole('button', { name: 'Account files' }).click();
        await page.getByRole('menuitem', { name: 'vip.csv' }).click();
      };
      const offer = (page: Page) => page.getByRole('checkbox', { name: 'Use this file in other groups too' });
      const one = await open(daniel, `edit=${listed}`);
      await choose(one.page);
      t.equal(await offer(one.page).count(), 0, 'what the account keeps is its owner’s matter');
      await one.dialog.getByRole('button', { name: 'Save changes' }).click();
      await closed(one.page);
      const { path } = (await profile()).dynamic_segmentation[0];
      t.match(await detail(listed), { settings: { dynamic_segmentation: { name: 'vip.csv', path, count: 2 } } });
      const two = await open(nora, `edit=${listed}`);
      // Her page has read the group before Daniel changed it.
      await two.page.reload();
      await until(() => offer(two.page).isChecked(), 'the list to be among those that are kept');
      let answered = 0;
      two.page.on('response', (response) => {
        if (response.request().method() === 'PUT' && response.url().endsWith('/account/profile')) answered += 1;
      });
      for (const on of [false, true, false]) await offer(two.page).setChecked(on);
      await until(() => answered === 3, 'each change to be kept');
      t.same((await profile()).dynamic_segmentation, [], 'in the order in which they were asked for');
      await two.page.getByRole('button', { name: 'Account files' }).waitFor({ state: 'detached' });
      await two.dialog.getByText('2 viewers').waitFor();
      await two.dialog.getByText('Shown to everyone in the viewer list').waitFor();
      t.match(await detail(listed), { settings: { dynamic_segmentation: { path } } }, 'the group keeps it');
      await w.caughtUp();
      const audit = await w.inject('GET', '/api/audit', { as: nora, query: { action: 'ProfileAnswered' } });
      t.match(audit.json().data[0], {
        sentence: /changed the account's viewer lists/,
        changes: [{ field: 'dynamic_segmentation', from: ['vip.csv'], to: [] }],
      });
      await two.page.keyboard.press('Escape');
      await closed(two.page);
    },
  );

  await t.test('what is wrong is said at its field; a failed save loses nothing', async (t) => {
    const { page, dialog, faults } = await open(nora, `edit=${autumn}`);
    await dialog.getByRole('heading', { name: 'Edit Story Group Details' }).waitFor();
    await field(page, 'Story group name').fill('Autumn Edit');
    await field(page, 'Start date').fill('1 Jan 2020, 08:00');
    await field(page, 'End date').fill('1 Jan 2019, 08:00');
    await advanced(page);
    await field(page, 'Target cap').fill('9007199254740992');
    await field(page, 'App version to').fill('x');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    for (const words of [
      'Start date cannot be before yesterday.',
      'End date must be after the start date.',
      'Use 9,007,199,254,740,991 or less.',
      'Use a version such as 4.12.0.',
    ])
      await dialog.getByText(words).waitFor();
    await field(page, 'Start date').fill('1 Jan 2031, 08:00');
    await field(page, 'End date').fill('');
    await field(page, 'Target cap').fill('9007199254740991');
    await field(page, 'App version to').fill('5');
    await page.route('**/api/n/story_group?*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText("We couldn't reach Storyrail. Check your connection and try again.").waitFor();
    t.equal(await field(page, 'Story group name').inputValue(), 'Autumn Edit');
    t.equal(await field(page, 'Target cap').inputValue(), '9007199254740991');
    await page.unroute('**/api/n/story_group?*');
    t.equal(faults.splice(0).length, 1, 'the browser tells of the answer that did not come');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await closed(page);
    t.match(await detail(autumn), {
      title: 'Autumn Edit',
      target_cap: Number.MAX_SAFE_INTEGER,
      // By the account's clock, which is Stockholm's.
      ts_start: Date.UTC(2031, 0, 1, 7) / 1000,
      settings: { app_version_targeting: { min_version: null, max_version: '5' } },
    });
  });

  await t.test('a date that cannot be read stops the save, says so and stays as it was typed', async (t) => {
    const { page, dialog } = await open(nora, `edit=${solstice}`);
    const [end, words] = [field(page, 'End date'), dialog.getByText('Enter a date like 1 Nov 2026, 08:00.')];
    await field(page, 'Story group name').fill('Midsummer');
    await end.fill('31 Feb 2031, 08:00');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await words.waitFor();
    await end.press('Enter');
    t.equal(await end.inputValue(), '31 Feb 2031, 08:00');
    t.equal(await end.getAttribute('aria-invalid'), 'true');
    t.match(await detail(solstice), { title: 'Solstice', ts_end: null }, 'nothing was saved');
    await end.fill('28 Feb 2031, 08:00');
    await end.press('Tab');
    await words.waitFor({ state: 'hidden' });
    await field(page, 'Start date').fill('soon');
    await field(page, 'Start date').press('Enter');
    await words.waitFor();
    t.equal(await field(page, 'Start date').inputValue(), 'soon');
    await field(page, 'Start date').fill('1 Feb 2031, 08:00');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await closed(page);
    t.match(await detail(solstice), { title: 'Midsummer', ts_end: Date.UTC(2031, 1, 28, 7) / 1000 });
  });

  await t.test('leaving with changes asks; staying keeps them', async (t) => {
    const { page, dialog } = await open(nora, `edit=${winter}`);
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
    const label = dialog.getByRole('combobox', { name: 'Add a label to group 1' });
    for (const [typed, text] of [[label, 'vip'] as const, [field(page, 'Story group name'), 'Winter Sale'] as const]) {
      await typed.fill(text);
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
    }
    t.equal(await field(page, 'Story group name').inputValue(), 'Winter Sale');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await closed(page);
    t.equal((await detail(winter)).title, 'Winter');
  });

  await t.test('a test group needs test devices; saved without being a test it is active', async (t) => {
    const { page, dialog } = await open(nora, `edit=${preview}`);
    await dialog.getByRole('button', { name: 'Save as Test Group' }).hover();
    await page.getByRole('tooltip').waitFor();
    t.match(await page.getByRole('tooltip').innerText(), /^Add a test device/);
    const devices = [{ id: 'phone-1', name: 'Phone', platform: 'ios' }];
    const set = await w.inject('PATCH', '/api/account', { as: nora, body: { test_devices: devices } });
    t.equal(set.statusCode, 200, set.body);
    await page.reload();
    await dialog.getByRole('button', { name: 'Save as Test Group' }).click();
    const toTest = page.getByRole('alertdialog', { name: 'Show it on test devices only?' });
    await toTest.getByText(/^Preview is live\./).waitFor();
    await toTest.getByRole('button', { name: 'Save as Test Group' }).click();
    await closed(page);
    t.equal((await detail(preview)).status, 8);
    await open(nora, `edit=${preview}`);
    await field(page, 'Story group name').fill('Preview 2');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Activate group' }).click();
    await closed(page);
    t.match(await detail(preview), { status: 1, title: 'Preview 2' });
  });

  await t.test('a creator saves passive groups only', async (t) => {
    await w.call(nora, 'PATCH', '/n/story_group', { story_group_id: testedByCleo, status: 8 });
    const { page, dialog } = await open(cleo, `edit=${byCleo}`);
    const test = dialog.getByRole('button', { name: 'Save as Test Group' });
    await test.hover();
    await page.getByRole('tooltip').waitFor();
    t.equal(await page.getByRole('tooltip').innerText(), permission);
    await test.click({ force: true });
    await field(page, 'Story group name').fill('By Cleo 2');
    await advanced(page);
    await field(page, 'Description').scrollIntoViewIfNeeded();
    await looks(t, page, 'drawer-creator');
    await dialog.getByRole('button', { name: 'Save as Passive Group' }).click();
    await closed(page);
    t.match(await detail(byCleo), { status: 10, title: 'By Cleo 2' });
    await open(cleo, `edit=${testedByCleo}`);
    await field(page, 'Story group name').fill('By Cleo 3');
    await dialog.getByRole('button', { name: 'Save as Passive Group' }).click();
    await closed(page);
    t.match(await detail(testedByCleo), { status: 10, title: 'By Cleo 3' }, 'a test group, too');
  });

  await t.test('two people who edit one group: the second is told who changed what, and merges', async (t) => {
    const [one, two] = [await open(nora, `edit=${together}`), await open(daniel, `edit=${together}`)];
    await field(one.page, 'Story group name').fill('By Nora');
    await advanced(one.page);
    await field(one.page, 'Description').fill('From Nora');
    await one.dialog.getByRole('button', { name: 'Save changes' }).click();
    await closed(one.page);
    await field(two.page, 'Story group name').fill('By Daniel');
    await advanced(two.page);
    await field(two.page, 'App version from').fill('2.0');
    await w.inject('PATCH', '/api/n/story_group', { as: nora, body: { story_group_id: together, status: 8 } });
    await two.dialog.getByRole('button', { name: 'Save changes' }).click();
    const note = two.page.getByRole('alert', { name: 'Changed by someone else' });
    await note.getByText('Nora Lind').first().waitFor();
    await note.getByText(/changed Name, Description/).waitFor();
    const name = note.getByRole('group', { name: 'Name' });
    t.ok(await name.getByRole('radio', { name: /Mine/ }).isChecked());
    t.match(await name.innerText(), /By Daniel[\s\S]*By Nora/);
    const description = note.getByRole('group', { name: 'Description' });
    t.ok(await description.getByRole('radio', { name: /Theirs/ }).isChecked());
    await looks(t, two.page, 'drawer-conflict');
    await note.getByRole('button', { name: 'Merge and save' }).click();
    await two.page.getByRole('button', { name: /^Activate/ }).click();
    await closed(two.page);
    t.match(await detail(together), {
      status: 1,
      title: 'By Daniel',
      settings: { description: 'From Nora', app_version_targeting: { min_version: '2.0' } },
    });
  });

  await t.test('or saves over it, and nothing of the other remains', async (t) => {
    const { page, dialog } = await open(daniel, `edit=${again}`);
    const theirs = { story_group_id: again, title: 'Nora was here', settings: { description: 'Hers' }, status: 2 };
    await w.inject('PATCH', '/api/n/story_group', { as: nora, body: theirs });
    await field(page, 'Story group name').fill('Mine');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await closed(page);
    t.match(await detail(again), { title: 'Mine', settings: { description: 'Ours' }, status: 2 }, 'not its status');
  });
  for (const { faults } of windows.values()) t.same(faults, []);
});
