import type { Page } from 'playwright-core';
import t from 'tap';
import { limits } from '#contracts/api/limits.ts';
import { drawnPicture, startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { openPage, tableRows } from '#ops/testing/staff-scene.ts';

const path = '/settings/test-devices';
const twice = 'This device id is already exist!';

const rows = (page: Page) => tableRows(page, 'Test devices');
const form = (page: Page) => page.getByRole('region', { name: 'Add a device' });
const addButton = (page: Page) => form(page).getByRole('button', { name: 'Add device' });
const write = async (page: Page, name: string, id: string) => {
  await form(page).getByLabel('Name', { exact: true }).fill(name);
  await form(page).getByLabel('Device ID').fill(id);
};

t.test('the test devices', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const { account_id } = nora;
  const app = { store_id: 'com.marlow.shop', store_type: 'ios', is_live: false, title: 'Marlow' };
  const { id: appId } = await w.call(nora, 'POST', '/app', app);
  const stored = async () => (await w.inject('GET', '/api/account', { as: nora })).json().data.test_devices;
  const set = async (test_devices: object[]) => {
    const { statusCode, body } = await w.inject('PATCH', '/api/account', { as: nora, body: { test_devices } });
    t.equal(statusCode, 200, body);
  };
  const page = await openPage(t, await w.windowOf(nora), `${w.base}/content?create=1`);

  await t.test('a new account reaches Save as Test Group by its screens alone', async (t) => {
    const drawer = page.getByRole('dialog');
    const save = drawer.getByRole('button', { name: 'Save as Test Group' });
    t.equal(await save.getAttribute('aria-disabled'), 'true');
    await looks(t, page, 'drawer-without-devices');
    await drawer.getByRole('link', { name: 'Add a test device' }).click();
    await page.getByText('No test devices yet').waitFor();
    await looks(t, page, 'devices-none');
    await write(page, ' Pixel 9, QA 1', ' a41c9e0B ');
    await addButton(page).click();
    await page.getByText('Pixel 9, QA 1 added.').waitFor();
    await untilShown(rows(page).first(), /Pixel 9, QA 1[\s\S]*a41c9e0B[\s\S]*Android/);
    t.same(await stored(), [{ id: 'a41c9e0B', name: 'Pixel 9, QA 1', platform: 'android' }]);
    await page.goBack();
    const buffer = await drawnPicture('A', '#b5482a', 600, 400);
    await drawer.getByLabel('Cover image file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await drawer.getByText('a.png, 600 × 400', { exact: true }).waitFor();
    await drawer.getByRole('textbox', { name: 'Story group name', exact: true }).fill('Bug hunt');
    t.equal(await drawer.getByRole('link', { name: 'Add a test device' }).count(), 0);
    await save.click();
    await page.waitForURL('**/stories/*');
    const list = await w.inject('GET', '/api/n/story_group', { as: nora, query: { app_id: appId } });
    t.match(list.json().data, [{ title: 'Bug hunt', status: 8 }]);
  });

  await t.test('what is not filled in, and an id that is there, is said; another case is another id', async (t) => {
    await page.goto(w.base + path);
    const nav = page.getByRole('navigation', { name: 'Settings' });
    await nav.getByRole('link', { name: 'Test Devices' }).waitFor();
    t.equal((await nav.getByRole('link').allInnerTexts()).at(-1), 'Test Devices', 'after Team Management');
    await addButton(page).click();
    await form(page).getByText('Please fill all inputs', { exact: true }).first().waitFor();
    await write(page, 'Pixel of Emil', ' a41c9e0B ');
    await addButton(page).click();
    await form(page).getByText(twice, { exact: true }).waitFor();
    await form(page).getByText("Upper and lower case count. It's the same as Pixel 9, QA 1.").waitFor();
    await page.locator('tr[data-marked]').getByText('Pixel 9, QA 1').waitFor();
    await looks(t, page, 'devices-duplicate');
    await form(page).getByLabel('Device ID').fill('A41C9E0B');
    await form(page).getByText(twice).waitFor({ state: 'hidden' });
    t.equal(await page.locator('tr[data-marked]').count(), 0);
    await form(page).getByRole('radio', { name: 'iOS' }).click();
    await form(page).getByLabel('Device ID').press('Enter');
    await page.getByText('Pixel of Emil added.').waitFor();
    t.match(await stored(), [{ id: 'a41c9e0B' }, { id: 'A41C9E0B', name: 'Pixel of Emil', platform: 'ios' }]);
    const screen = page.getByRole('region', { name: 'What test devices see' });
    await screen.getByRole('listitem').filter({ hasText: 'Bug hunt' }).locator('[data-state="test"]').waitFor();
  });

  await t.test(
    'a device that somebody else adds meanwhile is not lost, and removing asks beside its row',
    async (t) => {
      await set([...(await stored()), { id: 'late', name: 'Phone of Mei', platform: 'ios' }]);
      const ask = page.getByRole('dialog', { name: 'Are you sure to remove?' });
      const remove = page.getByRole('button', { name: 'Remove Pixel of Emil' });
      await remove.click();
      await ask.getByText('Pixel of Emil no longer shows test groups.').waitFor();
      await looks(t, page, 'devices-remove');
      await ask.getByRole('button', { name: 'Keep' }).click();
      await ask.waitFor({ state: 'detached' });
      await remove.click();
      await ask.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('Someone else just changed the test devices.').waitFor();
      await rows(page).filter({ hasText: 'Phone of Mei' }).waitFor();
      t.equal((await stored()).length, 3, 'nothing is removed from a list that was not seen');
      await ask.waitFor({ state: 'detached' });
      await remove.click();
      await ask.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('Pixel of Emil removed.').waitFor();
      t.match(await stored(), [{ id: 'a41c9e0B' }, { id: 'late' }]);
      // The page behind an open dialog has no roles.
      await ask.waitFor({ state: 'detached' });
      t.equal(await rows(page).count(), 2);
    },
  );

  await t.test('thirty devices are the most, and the page says so', async (t) => {
    await set(
      Array.from({ length: limits.testDevices }, (_, at) => ({ id: `d${at}`, name: `QA ${at}`, platform: 'ios' })),
    );
    await page.reload();
    await form(page).getByText('30 of 30').waitFor();
    await form(page).getByText('You have 30 test devices, the most you can have. Remove one to add another.').waitFor();
    t.equal(await addButton(page).getAttribute('aria-disabled'), 'true');
    await write(page, 'One more', 'd30');
    await form(page).getByLabel('Device ID').press('Enter');
    await looks(t, page, 'devices-full');
    await page.getByRole('button', { name: 'Remove QA 29' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('QA 29 removed.').waitFor();
    t.equal((await stored()).length, 29, 'Enter added none');
    await addButton(page).click();
    await until(async () => (await stored()).at(-1).id === 'd30', 'the device in its place');
  });

  await t.test('app owners have the page too', async (t) => {
    const appOwner = await w.person({ account_id, permissions: { app_owner: [appId] } });
    const theirs = await openPage(t, await w.windowOf(appOwner), w.base + path);
    await theirs.getByRole('button', { name: 'Remove QA 3', exact: true }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await theirs.getByText('QA 3 removed.').waitFor();
    await rows(theirs).filter({ hasText: 'QA 4' }).locator('button:focus').waitFor();
  });
});
