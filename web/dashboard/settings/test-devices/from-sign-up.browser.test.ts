import t from 'tap';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { addAppByHand, signUp } from '#ops/testing/first-steps.ts';
import { openPage } from '#ops/testing/staff-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

t.test('from the sign-up to a test group by screens alone: no call is made for the person', async (t) => {
  const w = await startDashboard(t);
  const context = await w.strangersWindow();
  const faults = collectPageErrors(context);
  const page = await openPage(t, context, 'about:blank');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const email = 'nora@marlow.test';

  await signUp(page, w.base, email);
  const mail = async () => (await w.outbox()).find(({ to }) => to === email);
  await w.until(async () => (await mail()) !== undefined, 'the mail');
  await page.goto((await mail())!.links[0]!);
  await page.getByRole('button', { name: 'Verify email' }).click();
  await dialog.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Go to Home' }).click();
  await addAppByHand(page);

  await page.getByRole('button', { name: /Your menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Test Devices' }).click();
  await main.getByLabel('Name', { exact: true }).fill('Pixel 9, QA 1');
  await main.getByLabel('Device ID').fill('a41c9e0B');
  await main.getByRole('button', { name: 'Add device' }).click();
  await page.getByText('Pixel 9, QA 1 added.').waitFor();

  await page.getByRole('link', { name: 'Content', exact: true }).first().click();
  await main.getByRole('button', { name: 'Add story group' }).first().click();
  const buffer = await drawnPicture('A', '#b5482a', 600, 600);
  await dialog.getByLabel('Cover image file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await dialog.getByLabel('Story group name').fill('Bug hunt');
  await dialog.getByRole('button', { name: 'Save as Test Group' }).click();
  await page.waitForURL('**/stories/**');
  await dialog.getByRole('heading', { name: 'Create Story' }).waitFor();
  await visitInside(page, '/content?status=test');
  await main.getByRole('radio', { name: 'Test 1' }).waitFor();
  await main
    .getByRole('link', { name: /Bug hunt/ })
    .first()
    .waitFor();
  t.same(faults, []);
});
