import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import t from 'tap';
import { startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { appendAs, subscribed } from '#ops/testing/scene.ts';
import { openPage, tableRows } from '#ops/testing/staff-scene.ts';

const path = '/settings/refferal';
const rulesOf = (page: Page) => page.getByRole('dialog', { name: 'Referral Code Information' });
const rows = (page: Page) => tableRows(page, 'Who came with your code');

t.test('refer a friend', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const { account_id } = nora;
  await appendAs(w, nora, `subscription-${account_id}`, [subscribed(account_id)]);
  const app = { store_id: 'com.marlow.shop', store_type: 'ios', is_live: false, title: 'Marlow' };
  const { id: appId } = await w.call(nora, 'POST', '/app', app);
  const code: string = (await w.inject('GET', '/api/account', { as: nora })).json().data.referral_token;
  const link = `${w.base}/register?referral=${code}`;
  const context = await w.windowOf(nora);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await openPage(t, context, w.base + path);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  await t.test('at the first sight the rules of the code are open, once', async (t) => {
    await rulesOf(page).waitFor();
    const kept = page.waitForResponse('**/mark-dashboard-popup-as-read');
    await rulesOf(page).getByRole('button', { name: 'Close' }).click();
    t.equal((await kept).status(), 200);
    await rulesOf(page).waitFor({ state: 'detached' });
    const asked = page.waitForResponse('**/dashboard-popup');
    await page.reload();
    t.same((await (await asked).json()).data, []);
    await page.getByRole('button', { name: 'About the code' }).waitFor();
    t.equal(await rulesOf(page).count(), 0, 'not again');
  });

  await t.test('an owner reads and copies code and link, and what the code is for', async (t) => {
    await page.getByRole('heading', { name: 'Refer a Friend', level: 2 }).waitFor();
    const nav = page.getByRole('navigation', { name: 'Settings' });
    t.equal((await nav.getByRole('link').allInnerTexts()).at(-1), 'Refer a Friend', 'the last of the tabs');
    const card = page.getByRole('region', { name: 'Your code', exact: true });
    t.equal((await card.locator('p > [aria-hidden]').allInnerTexts()).join(''), code);
    await untilShown(card, new RegExp(`/register\\?referral=${code}`));
    await card.getByRole('button', { name: 'Copy code' }).click();
    await card.getByRole('button', { name: 'Copied' }).waitFor();
    t.equal(await copied(), code);
    await card.getByRole('button', { name: 'Copy link' }).click();
    await card.getByRole('button', { name: 'Copied' }).last().waitFor();
    await w.until(async () => (await copied()) === link, 'the link to be copied');
    const steps = page.getByRole('list', { name: 'How it works' }).getByRole('heading');
    t.same(await steps.allInnerTexts(), ['Send your code', 'They choose a plan', 'Both get 1 month free']);
    const came = page.getByRole('region', { name: 'Who came with your code' });
    await came.getByText('No one has used your code yet').waitFor();
    await came.getByRole('button', { name: 'Copy link' }).waitFor();
    await looks(t, page, 'referral-nobody');
  });

  await t.test('the rules of the code open beside their button, and Escape closes them', async (t) => {
    const button = page.getByRole('button', { name: 'About the code' });
    const rules = rulesOf(page);
    await button.click();
    t.equal(await rules.getByRole('listitem').count(), 5);
    await looks(t, page, 'referral-rules');
    await page.keyboard.press('Escape');
    await rules.waitFor({ state: 'detached' });
    t.ok(await button.evaluate((one) => one === document.activeElement));
    await page.setViewportSize({ width: 390, height: 844 });
    const at = (await button.boundingBox())!;
    await button.click();
    t.ok((await rules.boundingBox())!.y >= at.y + at.height, 'below it where there is no room beside');
    await rules.getByRole('button', { name: 'Close' }).click();
    await rules.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await t.test('a friend finds the code filled in, is told what it tells, and signs up with it', async (t) => {
    const friend = await openPage(t, await w.strangersWindow(), link);
    const field = friend.getByLabel('Referral code');
    t.equal(await field.inputValue(), code);
    const told = 'Whoever gave you this code sees your company name and when you join.';
    await friend.getByText(told).waitFor();
    await friend.getByRole('button', { name: 'Check' }).click();
    await friend.getByText('Correct Code', { exact: true }).waitFor();
    await looks(t, friend, 'register-with-code');
    await field.fill('');
    await friend.getByText(told).waitFor({ state: 'detached' });
    await field.fill(code.toLowerCase());
    await friend.getByLabel('Full name').fill('Kim Hall');
    await friend.getByLabel('Company name').fill('Fjord Outdoor');
    await friend.getByLabel('Email').fill('kim@fjord.test');
    for (const label of ['Password', 'Repeat password'])
      await friend.getByLabel(label, { exact: true }).fill('battery staple');
    await friend.getByRole('checkbox').check();
    await friend.getByRole('button', { name: 'Continue' }).click();
    for (const name of ['Not yet', 'Web', 'Marketing', 'Sales']) await friend.getByRole('radio', { name }).check();
    await friend.getByLabel('Web address').fill('www.fjord.test');
    await friend.getByRole('button', { name: 'Create Account' }).last().click();
    await friend.waitForURL('**/successful');
    const mail = async () => (await w.outbox()).find(({ to }) => to === 'kim@fjord.test');
    await w.until(async () => (await mail()) !== undefined, 'the mail');
    await page.reload();
    await page.getByText('No one has used your code yet').waitFor();
    await friend.goto((await mail())!.links.find((one) => one.includes('/verification/'))!);
    await friend.getByRole('button', { name: 'Verify email' }).click();
    await friend.waitForURL(`${w.base}/`);
    await page.reload();
    await untilShown(rows(page).first(), /^FO\s*Fjord Outdoor\s+\d+ \w+ \d{4}\s+Waiting$/);
    await rows(page).getByText('Waiting').hover();
    await page
      .getByRole('tooltip', { name: 'You can get a month when the first invoice of this company closes.' })
      .waitFor();
    await looks(t, page, 'referral');
  });

  await t.test('many companies come page by page', async (t) => {
    const company = (place: number) => ({ name: `Company ${place}`, day: '2026-11-14', state: 'waiting' });
    const all = [...Array.from({ length: 51 }, (_, place) => company(place)), { ...company(0), state: 'none' }];
    await page.route('**/api/account/referral?*', (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const [offset, limit] = ['offset', 'limit'].map((name) => Number(asked.get(name)));
      return route.fulfill({ json: { data: all.slice(offset, offset! + limit!), total: all.length } });
    });
    await page.reload();
    await page.getByText('52 companies').waitFor();
    t.equal(await rows(page).count(), 50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    t.equal(await rows(page).count(), 52);
    await untilShown(rows(page).last(), /No month$/);
    await page.unroute('**/api/account/referral?*');
  });

  await t.test('what does not load is told in its card and read again', async () => {
    await page.route('**/api/account/referral?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'Internal', message: 'Something went wrong.', errors: [] } }),
    );
    await page.reload();
    await page.getByText("The companies couldn't load").waitFor();
    await page.unroute('**/api/account/referral?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows(page).getByText('Fjord Outdoor').waitFor();
  });

  await t.test(
    'app owners have the tab, too, where the rules of the code are open once on a phone as well',
    async (t) => {
      const appOwner = await w.person({ account_id, permissions: { app_owner: [appId] } });
      const window = await w.windowOf(appOwner);
      t.teardown(() => window.close());
      const theirs = await window.newPage();
      await theirs.setViewportSize({ width: 390, height: 844 });
      await theirs.goto(w.base + path);
      const rules = rulesOf(theirs);
      await rules.waitFor();
      const { x, y, width, height } = (await rules.boundingBox())!;
      t.ok(x >= 0 && x + width <= 390 && y >= 0 && y + height <= 844, `all of it is seen: ${[x, y, width, height]}`);
      const kept = theirs.waitForResponse('**/mark-dashboard-popup-as-read');
      await rules.getByRole('button', { name: 'Close' }).click();
      t.equal((await kept).status(), 200);
      await theirs.reload();
      await theirs.getByRole('button', { name: 'About the code' }).waitFor();
      t.equal(await rules.count(), 0, 'not again');
      await rows(theirs).getByText('Fjord Outdoor').waitFor();
    },
  );

  await t.test('an earned month is told in a corner of the page, until it is closed', async (t) => {
    const earned = { referred_account_id: randomUUID(), ts_earned: 1_790_000_100 };
    await appendAs(w, nora, `subscription-${account_id}`, [{ type: 'ReferralEarned', data: earned }]);
    const told = await openPage(t, context, `${w.base}/content`);
    const card = told.getByRole('complementary', { name: 'Earnt 1 Month Free' });
    await card.getByRole('link', { name: 'See your referrals' }).waitFor();
    await looks(t, told, 'month-earned');
    const kept = told.waitForResponse('**/mark-dashboard-popup-as-read');
    await card.getByRole('button', { name: 'Close' }).click();
    t.same((await (await kept).json()).data, []);
    await card.waitFor({ state: 'detached' });
    const popup = { id: randomUUID(), data: { type: 'referral_received', user: nora.user_id, app: null } };
    await told.route('**/dashboard-popup', (route) => route.fulfill({ json: { data: [popup] } }));
    await told.reload();
    await card.getByText('You joined with a referral code').waitFor();
    await card.getByRole('link', { name: 'See your invoice' }).waitFor();
    await told.close();
  });
});
