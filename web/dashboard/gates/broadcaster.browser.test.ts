import t, { type Test } from 'tap';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const instead = 'You publish from the creator app';
const android = 'https://play.google.com/store/apps/details?id=com.creator';
const ios = 'https://apps.apple.com/app/id7';

t.test('a broadcaster, whose tool is the camera app, sees of the dashboard', async (t) => {
  const w = await startDashboard(t, { settings: { CREATOR_APP_URLS: `${ios},${android}` } });
  const nora = await w.person({ firstname: 'Nora' });
  const make = (path: string, body: object) => w.call(nora, 'POST', path, body);
  const app = await make('/app', { store_id: 'com.a.b', store_type: 'ios', is_live: false, title: 'Marlow' });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const ts_start = Math.floor(Date.now() / 1000);
  const group: string = (await make('/n/story_group', { app_id: app.id, title: 'Run Club', icon, ts_start }))
    .story_group_id;
  const lucia = await w.person({
    account_id: nora.account_id,
    firstname: 'Lucia',
    permissions: { brodcaster: [app.id] },
  });
  const context = await w.windowOf(lucia, { bypassCSP: true });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const refused: string[] = [];
  context.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  const page = await context.newPage();
  const main = page.getByRole('main');
  const help = async () => {
    await visitInside(page, '/help');
    await main.getByRole('heading', { level: 1, name: 'Help and Resources' }).waitFor();
  };
  let isOpen = false;
  /** Opens an address, by way of the one page that says something else. */
  const go = async (path: string) => {
    refused.length = 0;
    if (isOpen) await help();
    await (isOpen ? visitInside(page, path) : page.goto(w.base + path));
    isOpen = true;
    await main.getByRole('heading', { level: 1, name: instead }).waitFor();
  };
  const open = async (path: string) => {
    await go(path);
    t.equal(await page.getByText('You need permission').count(), 0, `${path} is no wall`);
    t.equal(await page.getByRole('button', { name: /Change app$/ }).count(), 0, 'there is no app to choose');
  };
  const nothingOfIt = async (t: Test) => {
    t.equal(await page.getByText('Run Club').count(), 0, 'no group');
    t.equal(await main.getByRole('button', { name: /Add story group|Create Story/ }).count(), 0, 'nothing to make');
    t.equal(await main.getByRole('link', { name: /Add story group|Create Story/ }).count(), 0, 'nowhere to make it');
  };

  await t.test('content, calendar and drawer: the permission sentence, and no call that is refused', async (t) => {
    for (const path of [
      `/content?app=${app.id}`,
      `/content?app=${app.id}&create=1`,
      `/content?app=${app.id}&edit=${group}`,
      `/content/calendar?app=${app.id}`,
    ]) {
      await open(path);
      t.equal(await main.getByRole('link', { name: 'App Store' }).getAttribute('href'), ios);
      t.equal(await main.getByRole('link', { name: 'Google Play' }).getAttribute('href'), android);
      t.equal(await page.getByRole('dialog').count(), 0, `${path} opens no drawer`);
      await nothingOfIt(t);
      t.same(refused, [], path);
    }
    t.same(await axeViolations(page), []);
  });

  await t.test('home: whom to ask, not that there were no groups', async (t) => {
    await open('/home');
    await main.getByText(/request access from your Account Owner\.$/).waitFor();
    t.equal(await main.getByText('No story groups yet').count(), 0);
    await nothingOfIt(t);
    t.same(refused, []);
  });

  await t.test('a group’s page leads home', async (t) => {
    await open(`/stories/${group}`);
    await nothingOfIt(t);
    t.same(refused, []);
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await page.waitForURL(/\/home/);
    await main.getByRole('heading', { name: instead }).waitFor();
  });

  await t.test('notifications: no bell, and no digest', async (t) => {
    await open('/notifications');
    await page.getByRole('button', { name: /Your menu$/ }).waitFor();
    const bell = page.getByRole('banner').getByLabel(/^Notifications/);
    t.equal(await bell.count(), 0);
    t.equal(await page.getByText('Email digest').count(), 0);
    t.same(refused, []);
  });

  await t.test('activity: whom to ask', async (t) => {
    await open('/activity');
    await main.getByText(/request access from your Account Owner\.$/).waitFor();
    t.same(refused, []);
  });

  await t.test('settings: no tab, in no menu; where one publishes instead', async (t) => {
    for (const path of ['/settings', '/settings/apps', '/settings/payment', '/apps?add=1']) {
      await go(path);
      await main.getByText(/request access from your Account Owner\.$/).waitFor();
      t.equal(await page.getByRole('navigation', { name: 'Settings' }).count(), 0, `${path} shows no tab`);
      t.equal(await main.getByRole('button', { name: 'Add app' }).count(), 0);
      t.same(refused, [], path);
    }
    t.same(await axeViolations(page), []);
    await page.getByRole('button', { name: /Your menu$/ }).click();
    const menu = page.getByRole('menu', { name: 'You' });
    t.same(await menu.getByRole('menuitem').allInnerTexts(), ['Help and Resources', 'Log out']);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    const bottom = page.getByRole('navigation', { name: 'Main, at the bottom' });
    t.same(await bottom.getByRole('link').allInnerTexts(), ['Home', 'Content']);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await t.test('what says so does not come: the frame stays, with the cause and a way to try again', async (t) => {
    const window = await w.windowOf(lucia);
    t.teardown(() => window.close());
    const card = /\/assets\/CreatorAppCard/;
    await window.route(card, (route) => route.fulfill({ status: 404, json: { code: 'NotFound' } }));
    const other = await window.newPage();
    await other.goto(`${w.base}/home`);
    await other.getByRole('heading', { level: 1, name: "This page couldn't load" }).waitFor();
    t.ok(await other.getByRole('button', { name: /Your menu$/ }).isVisible());
    await window.unroute(card);
    await other.getByRole('button', { name: 'Try again' }).click();
    await other.getByRole('heading', { level: 1, name: instead }).waitFor();
  });

  await t.test('help: no step that is not theirs, no way to closed settings', async (t) => {
    await help();
    await main.getByRole('heading', { name: 'SDK integration' }).waitFor();
    t.equal(await main.getByText('Create a story group').count(), 0);
    t.same(
      (await main.getByRole('link').allInnerTexts()).filter((text) => /app|settings|stories/i.test(text)),
      [],
    );
  });

  await t.test('search: the pages that are open, no group', async (t) => {
    await open('/home');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    const field = palette.getByRole('combobox');
    await field.waitFor();
    const options = await palette.getByRole('option').allInnerTexts();
    t.ok(options.some((text) => text.startsWith('Help and Resources')));
    for (const closed of ['App Settings', 'Payment and Billing', 'Add app', 'Activity'])
      t.notOk(
        options.some((text) => text.startsWith(closed)),
        closed,
      );
    await field.fill('Run Club');
    await palette
      .getByText(/Nothing|No /)
      .first()
      .waitFor();
    t.equal(await palette.getByRole('option', { name: /Run Club/ }).count(), 0);
  });

  await t.test('the server refuses what the screen does not offer', async (t) => {
    const call = async (method: string, path: string, body?: object) =>
      (await w.inject(method, `/api${path}`, { as: lucia, body })).json().code;
    const title = { title: 'Mine', icon, ts_start, app_id: app.id };
    t.equal(await call('POST', '/n/story_group', title), 'PermissionDenied');
    t.equal(await call('PATCH', '/n/story_group', { story_group_id: group, title: 'Mine' }), 'PermissionDenied');
    t.equal(await call('POST', '/story_group/pin', { story_group_id: group }), 'PermissionDenied');
    t.equal(await call('GET', `/n/story_group?app_id=${app.id}`), 'PermissionDenied');
  });
  t.same(faults, []);
});
