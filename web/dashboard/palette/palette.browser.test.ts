import type { Page } from 'playwright-core';
import t from 'tap';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' });
const chosen = async (page: Page) =>
  (await page.locator('.PaletteDialog-option[aria-selected="true"]').innerText()).split('\n')[0];

t.test('the search that jumps to whatever has a name', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora' });
  const make = async (path: string, body: object) => {
    const answer = await w.inject('POST', `/api${path}`, { as: nora, body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json().data;
  };
  const app = await make('/app', { store_id: 'com.marlow.shop', store_type: 'ios', is_live: false, title: 'Marlow' });
  const outlet = await make('/app', { store_id: 'com.marlow.two', store_type: 'ios', is_live: false, title: 'Outlet' });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const media = await w.upload(nora, await drawnPicture('Coat', '#2d4f86'));
  const ts_start = Math.floor(Date.now() / 1000);
  const group = async (title: string, app_id: string, more: object = {}): Promise<string> =>
    (await make('/n/story_group', { app_id, title, icon, ts_start, ...more })).story_group_id;
  const autumn = await group('Autumn Edit', app.id);
  await group('Late autumn', outlet.id);
  const coat: string = (await make('/story', { story_group_id: autumn, title: 'Autumn coats', type: 1, media }))
    .story_id;

  const context = await w.windowOf(nora);
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  /** Goes to an address, whose page has this heading. */
  const go = async (path: string, name: string | RegExp) => {
    await visitInside(page, path);
    await page.getByRole('main').getByRole('heading', { name, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Search or jump to' }).waitFor();
  };

  await t.test('Ctrl-K opens it, arrows choose, Enter opens, and it is remembered', async (t) => {
    await page.goto(`${w.base}/home?app=${app.id}`);
    await page.getByRole('button', { name: 'Search or jump to' }).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    t.ok(await field(page).evaluate((input) => input === document.activeElement), 'the field has the focus');
    await field(page).fill('autumn');
    await page.getByRole('option', { name: /Late autumn/ }).waitFor();
    t.equal(await chosen(page), 'Autumn Edit');
    await page.keyboard.press('ArrowDown');
    t.equal(await chosen(page), 'Late autumn');
    await page.keyboard.press('ArrowDown');
    t.equal(await chosen(page), 'Autumn coats');
    await page.getByRole('option', { name: /^Edit Autumn Edit/ }).waitFor();
    for (let more = (await page.getByRole('option').count()) - 2; more > 0; more -= 1)
      await page.keyboard.press('ArrowDown');
    t.equal(await chosen(page), 'Autumn Edit', 'it goes round');
    t.equal(
      await field(page).getAttribute('aria-activedescendant'),
      await page.locator('.PaletteDialog-option[aria-selected="true"]').getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/stories/${autumn}`);
    t.equal(await field(page).count(), 0);
    await page.keyboard.press('Control+k');
    await page
      .getByRole('group', { name: 'Recent' })
      .getByRole('option', { name: /Autumn Edit/ })
      .waitFor();
    t.equal(await chosen(page), 'Autumn Edit');
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
  });

  await t.test(
    'a click opens a story in its group, a page by another word, and Escape gives the focus back',
    async (t) => {
      await go('/help', 'Help and Resources');
      const button = page.getByRole('button', { name: 'Search or jump to' });
      await button.click();
      await field(page).fill('coats');
      await page.getByRole('option', { name: /Autumn coats/ }).click();
      await page.waitForURL(`**/stories/${autumn}?edit=${coat}`);
      await go('/help', 'Help and Resources');
      await button.click();
      await field(page).fill('audit');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/activity');
      await button.click();
      await field(page).fill('schedule');
      await page.getByRole('option', { name: /^Calendar/ }).click();
      await page.waitForURL(/\/content\/calendar/);
      await button.click();
      await field(page).fill('undelete');
      await page.getByRole('option', { name: /^Recently deleted/ }).click();
      await page.getByRole('dialog', { name: 'Recently deleted' }).waitFor();
      await page.keyboard.press('Escape');
      await button.click();
      await field(page).waitFor();
      await page.keyboard.press('Escape');
      await field(page).waitFor({ state: 'detached' });
      t.ok(await button.evaluate((element) => element === document.activeElement));
    },
  );

  await t.test('pages are found by the words that people use for them', async (t) => {
    await go('/help', 'Help and Resources');
    await page.keyboard.press('Control+k');
    for (const [word, title] of [
      ['trash', 'Recently deleted'],
      ['bin', 'Recently deleted'],
      ['deleted', 'Recently deleted'],
      ['members', 'Team Management'],
      ['people', 'Team Management'],
      ['users', 'Team Management'],
      ['qa', 'Test Devices'],
      ['device', 'Test Devices'],
      ['billing', 'Payment and Billing'],
      ['plan', 'Payment and Billing'],
      ['password', 'User Settings'],
      ['security', 'User Settings'],
      ['phone', 'User Settings'],
      ['device', 'User Settings'],
    ] as const) {
      await field(page).fill(word);
      await page
        .getByRole('group', { name: 'Go to' })
        .getByRole('option', { name: new RegExp(`^${title}`) })
        .waitFor();
    }
    await page.keyboard.press('Escape');
    t.same(faults, []);
  });

  await t.test(
    'a question mark lists the keyboard shortcuts, as the search does, and not while one types',
    async (t) => {
      await go('/help', 'Help and Resources');
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await page.keyboard.press('?');
      await list.getByText('Search or jump to anything').waitFor();
      t.same(await axeViolations(page), []);
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await field(page).waitFor();
      await page.keyboard.type('?');
      t.equal(await field(page).inputValue(), '?');
      await field(page).fill('shortcuts');
      await page.getByRole('option', { name: /^Keyboard shortcuts/ }).click();
      await list.waitFor();
      t.equal(await field(page).count(), 0, 'in place of the search');
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
    },
  );

  await t.test('a slash opens it, where the page has no search of its own and nobody types', async (t) => {
    await go('/help', 'Help and Resources');
    await page.keyboard.press('/');
    await field(page).waitFor();
    t.equal(await field(page).inputValue(), '');
    await page.keyboard.type('a/b');
    t.equal(await field(page).inputValue(), 'a/b');
    await page.getByText('No results for “a/b”.').waitFor();
    await page.keyboard.press('Escape');
    await go(`/content?app=${app.id}`, 'Content');
    await page.getByRole('searchbox', { name: 'Find a group' }).waitFor();
    await page.keyboard.press('/');
    t.equal(await field(page).count(), 0, 'on Content it leads to the search of the page');
  });

  await t.test('what was opened last comes first, whichever way it was opened', async (t) => {
    await go(`/home?app=${app.id}`, /Nora$/);
    await page.getByRole('link', { name: 'Activity', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    await visitInside(page, `/stories/${autumn}`);
    await page.getByRole('heading', { name: 'Autumn Edit', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await page.waitForURL(/\/home/);
    await page.keyboard.press('Control+k');
    const recent = page.getByRole('dialog').getByRole('group').first();
    await recent.getByRole('option').first().waitFor();
    t.equal(await recent.getAttribute('aria-label'), 'Recent');
    const names = await recent.locator('.PlaceRow-name').allInnerTexts();
    t.same(
      names.filter((one) => one === 'Autumn Edit' || one === 'Activity'),
      ['Autumn Edit', 'Activity'],
    );
    for (const open of ['Home', 'Marlow']) t.notOk(names.includes(open), `not ${open}, which is open`);
    const heads = await page
      .getByRole('dialog')
      .getByRole('group')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    t.same(heads, ['Recent', 'Do', 'Go to']);
    await page.keyboard.press('Escape');
  });

  await t.test('acts: a theme, a token, a group’s status with its way back, its pages', async (t) => {
    const search = async (text: string) => {
      await page.keyboard.press('Control+k');
      await field(page).fill(text);
    };
    const status = async (): Promise<number> =>
      (await w.inject('GET', '/api/n/story_group', { as: nora, query: { story_group_id: autumn } })).json().data.status;
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await go(`/content?app=${app.id}`, 'Content');
    await page.getByRole('link', { name: 'Autumn Edit', exact: true }).waitFor();
    for (const [text, mode] of [
      ['dark', 'dark'],
      ['light', 'light'],
      ['system', 'light'],
    ] as const) {
      await search(text);
      await page.getByRole('option', { name: new RegExp(`^Use ${text} theme`) }).waitFor();
      await page.keyboard.press('Enter');
      t.equal(await theme(), mode);
    }
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await search('token');
    // As on a page without https.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
    await page.getByRole('option', { name: /^Copy token\s*Marlow, Default/ }).click();
    await page.getByText('Token of Default copied.').waitFor();
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    t.equal(await page.evaluate(() => navigator.clipboard.readText()), app.instances[0].token);

    await search('pause autumn');
    await page.getByRole('option', { name: /^Inactivate Autumn Edit/ }).waitFor();
    t.equal(await chosen(page), 'Inactivate Autumn Edit');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/palette-pause.png` });
    await page.keyboard.press('Enter');
    await page.getByText('Status changed. Autumn Edit is inactive.').waitFor();
    t.equal(await status(), 2);
    await page
      .locator('[data-kit="toast"]', { hasText: 'Autumn Edit is inactive' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByText('Status changed. Autumn Edit is active.').waitFor();
    t.equal(await status(), 1);
    await search('inactivate');
    await page.getByRole('option', { name: /^Inactivate Autumn Edit/ }).waitFor();
    t.equal(await page.getByRole('option', { name: /^Activate/ }).count(), 0);
    await page.keyboard.press('Escape');

    await search('autumn');
    await page.getByRole('option', { name: /^See Autumn Edit as it was/ }).click();
    await page.getByRole('slider', { name: 'Time' }).waitFor();
    await search('');
    await page
      .getByRole('group', { name: 'Do' })
      .getByRole('option', { name: /^See analytics for Autumn Edit/ })
      .click();
    await page.waitForURL(/tab=analytics/);
    await search('edit autumn edit');
    await page.getByRole('option', { name: /^Edit Autumn Edit/ }).click();
    await page.getByRole('textbox', { name: 'Story group name', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await go('/help', 'Help and Resources');
    await search('create group');
    await page.getByRole('option', { name: /^Add story group/ }).click();
    await page.getByRole('textbox', { name: 'Story group name', exact: true }).waitFor();
  });

  await t.test('before a test group is shown to everybody it asks, though the search has closed', async (t) => {
    await w.call(nora, 'PATCH', '/account', { test_devices: [{ id: 'phone-1', name: 'Phone', platform: 'ios' }] });
    const sampler = await group('Sampler', app.id, { status: 8 });
    const status = async (): Promise<number> =>
      (await w.inject('GET', '/api/n/story_group', { as: nora, query: { story_group_id: sampler } })).json().data
        .status;
    await w.caughtUp();
    await go('/help', 'Help and Resources');
    const question = page.getByRole('alertdialog', { name: /test group/i });
    for (const [answer, after] of [
      ['Cancel', 8],
      ['Activate group', 1],
    ] as const) {
      await page.keyboard.press('Control+k');
      await field(page).fill('activate sampler');
      await page.getByRole('option', { name: /^Activate Sampler/ }).click();
      await question.getByText(/^Sampler /).waitFor();
      t.equal(await field(page).count(), 0);
      t.equal(await status(), 8);
      await question.getByRole('button', { name: answer }).click();
      await question.waitFor({ state: 'detached' });
      if (after === 1) await page.getByText('Status changed. Sampler is active.').waitFor();
      t.equal(await status(), after, answer);
    }
  });

  await t.test('acts that a role does not allow are not offered', async (t) => {
    const mei = await w.person({ account_id: nora.account_id, permissions: { story_creator: [app.id] } });
    const other = await w.windowOf(mei);
    t.teardown(() => other.close());
    const foreign = await other.newPage();
    await foreign.goto(`${w.base}/content?app=${app.id}`);
    await foreign.getByRole('button', { name: 'Search or jump to' }).click();
    await field(foreign).fill('autumn');
    await foreign.getByRole('option', { name: /^Autumn Edit/ }).waitFor();
    const offered = async () => (await foreign.getByRole('option').allInnerTexts()).map((one) => one.split('\n')[0]);
    t.same(await offered(), ['Autumn Edit', 'Autumn coats']);
    await field(foreign).fill('');
    await foreign.getByRole('option', { name: /^Use dark theme/ }).waitFor();
    const all = await offered();
    for (const act of ['Add app', 'Copy token', 'Sync apps']) t.notOk(all.includes(act), act);
    t.ok(all.includes('Add story group'));
    await field(foreign).fill('pause autumn');
    await foreign.getByRole('option', { name: /^Autumn Edit/ }).waitFor();
    t.notOk((await offered()).some((one) => one?.startsWith('Inactivate')));
  });

  await t.test('axe finds nothing in it, in light and dark, wide and narrow', async (t) => {
    await go(`/content?app=${app.id}`, 'Content');
    for (const [width, scheme, question] of [
      [1440, 'light', {}],
      [1440, 'dark', { rules: ['color-contrast'] }],
      [390, 'dark', {}],
    ] as const) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await go('/help', 'Help and Resources');
      await page.keyboard.press('Control+k');
      await field(page).fill('autumn');
      await page.getByRole('option', { name: /Autumn coats/ }).waitFor();
      t.same(await axeViolations(page, question), [], `${width} ${scheme}`);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/palette-${width}-${scheme}.png` });
      t.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        'nothing is wider than the screen',
      );
      if (width === 390) await page.getByRole('button', { name: 'Close', exact: true }).click();
      else await page.keyboard.press('Escape');
      await field(page).waitFor({ state: 'detached' });
    }
  });
  t.same(faults, []);
});
