import t from 'tap';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const day = 86_400_000;

t.test('what an account does not have', async (t) => {
  const clock = { ahead: 0 };
  const w = await startDashboard(t, { now: () => Date.now() + clock.ahead });
  const nora = await w.person({ firstname: 'Nora' });
  const make = async (path: string, body: object) => {
    const answer = await w.inject('POST', `/api${path}`, { as: nora, body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json().data;
  };
  const app = await make('/app', { store_id: 'com.marlow.shop', store_type: 'ios', is_live: false, title: 'Marlow' });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const media = await w.upload(nora, await drawnPicture('Coat', '#2d4f86'));
  const ts_start = Math.floor(Date.now() / 1000);
  const { story_group_id } = await make('/n/story_group', { app_id: app.id, title: 'Autumn', icon, ts_start });
  const { story_id } = await make('/story', { story_group_id, title: 'Coats', type: 1, media });
  clock.ahead = 15 * day;
  await w.kernel.db.pool.query('update session set confirmed_at = to_timestamp($2) where user_id = $1', [
    nora.user_id,
    (Date.now() + clock.ahead) / 1000,
  ]);
  const { id } = await w.call(nora, 'POST', '/payment/method', {});
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await w.server.inject({ method: 'POST', url: `/pay/card/${id}`, payload: 'number=4242424242424242', headers });
  await w.call(nora, 'POST', '/payment/method/attach', { id });

  const context = await w.windowOf(nora);
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  await page.goto(`${w.base}/settings/apps`);

  await t.test('one that is not opens its upsell, and Gain Access leads to the plan that has it', async (t) => {
    const add = page.getByRole('button', { name: 'Add Instance' });
    t.equal(await add.getAttribute('aria-haspopup'), 'dialog');
    const beside = (await add.boundingBox())!;
    await add.focus();
    await page.keyboard.press('Enter');
    const upsell = page.getByRole('dialog', { name: 'Multiple instances' });
    await upsell.getByText('Startup', { exact: true }).waitFor();
    await upsell.getByText('You are on Starter').waitFor();
    t.ok(await upsell.evaluate((element) => element.contains(document.activeElement)), 'the focus is in it');
    const box = (await upsell.boundingBox())!;
    t.ok(box.x >= beside.x + beside.width, 'it stands beside what was pressed');
    t.ok(box.y < beside.y && box.y + box.height > beside.y + beside.height, 'and at its height');
    await page.keyboard.press('Escape');
    await upsell.waitFor({ state: 'detached' });
    await add.click();
    await looks(t, page, 'upsell');
    await page.keyboard.press('Escape');
    await upsell.waitFor({ state: 'detached' });
    t.ok(await add.evaluate((element) => element === document.activeElement), 'the focus is where it was');
    await add.click();
    await upsell.getByRole('link', { name: 'Gain Access' }).click();
    await page.waitForURL('**/settings/payment?openPlanModal=list&feature=multi_instance&from=%2Fsettings%2Fapps');
    await upsell.waitFor({ state: 'detached' });
    await page.getByText('Multiple instances is included in Startup and higher plans.').waitFor();
    const plans = page.getByRole('list', { name: 'Plans' });
    await plans.getByRole('heading', { name: 'Enterprise' }).waitFor();
    t.match(await plans.getByRole('listitem').filter({ hasText: 'Your plan' }).innerText(), /^Starter/);
    t.match(await plans.getByRole('listitem').filter({ hasText: 'Suggested' }).innerText(), /^Startup/);
    await looks(t, page, 'plans-suggested');
    t.same(faults, []);
  });

  await t.test('in a form a note stands in the place of the field', async (t) => {
    await visitInside(page, `/stories/${story_group_id}?edit=${story_id}`);
    const note = page.getByRole('region', { name: 'Deep linking' });
    await note.getByRole('link', { name: 'Gain Access' }).waitFor();
    t.equal(await page.getByRole('textbox', { name: /Deep link/ }).count(), 0);
    t.same(await axeViolations(page), []);
    await note.getByRole('link', { name: 'Gain Access' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('feature') === 'deeplink');
    await page.getByText('Deep linking is included in Startup and higher plans.').waitFor();
  });

  await t.test('labels and lists of viewers have their note in the drawer of a group', async (t) => {
    await visitInside(page, `/content?app=${app.id}&create=1`);
    const drawer = page.getByRole('dialog', { name: 'Create New Story Group' });
    await drawer.getByRole('button', { name: /^Advanced settings/ }).click();
    const notes = drawer.getByRole('region', { name: 'Story labeling' });
    await notes.last().waitFor();
    t.equal(await notes.getByRole('link', { name: 'Gain Access' }).count(), 2);
    t.equal(await drawer.getByRole('combobox', { name: /^Add a label/ }).count(), 0);
    t.equal(await drawer.getByLabel('Dynamic segmentation file').count(), 0);
  });

  await t.test('what no plan sells is Contact Us, and says who switches it on', async (t) => {
    await visitInside(page, '/settings/payment?openPlanModal=list&feature=ivod');
    await page.getByText(/Contact us to turn on Interactive video for your account/).waitFor();
    t.equal(await page.getByRole('dialog', { name: 'Choose a plan' }).getByText('Suggested').count(), 0);
  });

  await t.test('whoever buys what an upsell names is led back and has it, without a reload', async (t) => {
    await visitInside(page, '/settings/apps');
    const add = page.getByRole('button', { name: 'Add Instance' });
    await add.click();
    const upsell = page.getByRole('dialog', { name: 'Multiple instances' });
    await upsell.getByRole('link', { name: 'Gain Access' }).click();
    await page.getByRole('button', { name: 'Upgrade to Startup' }).click();
    await page.getByRole('button', { name: 'Update $349.00' }).click();
    await page.getByText('Your plan upgraded successfully!').waitFor();
    await page.waitForURL('**/settings/apps');
    await add.click();
    await page
      .getByRole('dialog', { name: /Instance/ })
      .getByRole('textbox')
      .waitFor();
    t.equal(await upsell.count(), 0);
  });

  await t.test('a premium account has no payment page: the first allowed tab opens instead', async (t) => {
    await w.kernel.db.pool.query('update account set premium = true where id = $1', [nora.account_id]);
    await page.goto(`${w.base}/settings/payment`);
    await page.waitForURL('**/settings/account');
    await page.getByRole('heading', { name: 'Account Settings' }).waitFor();
    t.equal(await page.getByRole('link', { name: 'Payment and Billing' }).count(), 0);
  });
});
