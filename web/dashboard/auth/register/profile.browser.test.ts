import type { Page } from 'playwright-core';
import t from 'tap';
import type { AccountState } from '#contracts/account/state.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { collectPageErrors } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { startDashboardWithStores } from '#ops/testing/stores.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const apps = [
  { number: 123456789, name: 'com.marlow.shop', title: 'Marlow' },
  { number: null, name: 'com.marlow.kids', title: 'Marlow Kids' },
  { number: 389801252, name: 'com.burbn.instagram', title: 'Instagram' },
];

const choose = async (page: Page, ...answers: string[]) => {
  for (const answer of answers) await page.getByRole('radio', { name: answer, exact: true }).check();
};

const createAccount = async (page: Page, email: string) => {
  await page.getByLabel('Full name').fill('Nora Maria Lindqvist');
  await page.getByLabel('Company name').fill('Marlow & Fern');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('battery staple');
  await page.getByLabel('Repeat password').fill('battery staple');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Set Up Your Profile' }).waitFor();
};
const send = (page: Page) => page.getByRole('button', { name: 'Create Account' }).last().click();
const notFound = "We couldn't find your app on store, please check the ID.";

t.test('signing up asks for what the specification says, in its words', async (t) => {
  const w = await startDashboardWithStores(t, apps, { siteTitle: 'Marlow', settings: { PASSWORD_MIN: '8' } });
  const friend = await w.person();
  const staff = await w.person({ staff: true });
  const deals = await w.inject('POST', '/api/admin/deal_code', { as: staff, body: { count: 2 } });
  const [firstDeal, secondDeal] = deals.body.trim().split(/\r?\n/).slice(1);
  const { referral_token } = (await w.inject('GET', '/api/account', { as: friend })).json().data;
  const context = await w.strangersWindow({ bypassCSP: true });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  await page.goto(`${w.base}/login`);
  /** Goes from the sign-in page, where nobody has typed anything, to a path. */
  const open = async (path: string) => {
    await visitInside(page, '/login');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await visitInside(page, path);
  };
  /** The account that was made last. */
  const lastAccount = async () => {
    const { rows } = await w.kernel.db.pool.query<{ account_id: string }>(
      "select account_id from event where type = 'AccountCreated' and data->>'name' = 'Marlow & Fern' order by ts desc limit 1",
    );
    const { state } = await loadStream<AccountState>(w.kernel.db.pool, `account-${rows[0]!.account_id}`);
    return state;
  };

  await t.test('the account: fixed sentences, the password rule of this installation, a referral code', async (t) => {
    await open(`/register?referral=${referral_token}`);
    const code = page.getByLabel('Referral code');
    t.equal(await code.inputValue(), referral_token, 'the address fills it in');
    await page.getByText('Use at least 8 characters.').waitFor();
    t.ok(await page.getByRole('link', { name: 'Sign in', exact: true }).isVisible());
    await page.getByRole('button', { name: 'Continue' }).click();
    for (const sentence of [
      'Please provide your full name',
      'Please provide your company name',
      'Please enter a valid email address!',
      'Password must be at least 8 character long',
    ])
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => scrollTo(0, 0));
    const link = await page.getByRole('link', { name: 'Sign in', exact: true }).boundingBox();
    t.ok(link && link.y + link.height < 844, 'the way to the sign-in needs no scrolling, with all errors there');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Password', { exact: true }).fill('battery staple');
    await page.getByLabel('Repeat password').fill('battery stable');
    await page.getByRole('alert').filter({ hasText: 'The two passwords that you entered do not match!' }).waitFor();

    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('status').filter({ hasText: 'Correct Code' }).waitFor();
    await code.fill('aaaa');
    t.equal(await page.getByRole('button', { name: 'Check' }).count(), 0, 'four characters cannot be checked');
    await code.fill('aaaaaaa');
    t.equal(await code.inputValue(), 'aaaaaa', 'six are the most');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('alert').filter({ hasText: 'Wrong Code' }).waitFor();
    await looks(t, page, 'register-referral');
    t.same(faults, []);
  });

  await t.test(
    'the profile: the app is looked up, shown right below its ID, and sent as its store knows it',
    async (t) => {
      await open(`/register?package_id=pkg-7&referral=${referral_token}`);
      await createAccount(page, 'nora@marlow.test');
      const id = page.getByLabel('App ID');
      await page.getByText('Mei Tanaka').waitFor();
      await send(page);
      await page.getByText('Please enter your app ID.').waitFor();
      t.equal(await page.getByText('Please answer this question.').count(), 4);

      const asked: string[] = [];
      page.on('request', (request) => request.url().includes('find_app') && asked.push(new URL(request.url()).search));
      await choose(page, 'Not yet');
      await id.fill('123456789');
      await choose(page, 'Yes');
      await page.getByText('by store ID').waitFor();
      await id.focus();
      await id.blur();
      t.equal(await id.inputValue(), 'id123456789', 'digits get their prefix');
      const found = page.getByRole('status').filter({ hasText: 'Found' });
      await found.getByText('Marlow', { exact: true }).waitFor();
      t.match(await found.innerText(), /iOS[\s\S]*Marlow AB · Shopping · App Store/);
      t.same(asked, ['?store_id=id123456789&store_type=ios'], 'it was asked once, when it was live');
      t.ok(await page.getByRole('radio', { name: 'iOS' }).isChecked(), 'where it runs is what its store says');
      await looks(t, page, 'register-found');

      await id.fill('marlow');
      await page.getByText('by name').waitFor();
      await page.getByRole('radio', { name: 'Android' }).check();
      await page.getByRole('radio', { name: /Marlow Kids/ }).waitFor();
      await page.getByRole('radio', { name: /^Marlow Marlow AB/ }).click();
      t.equal(await id.inputValue(), 'com.marlow.shop');
      await found.getByText('Android').waitFor();

      await id.fill('com.no.such');
      await page.getByRole('alert').filter({ hasText: notFound }).waitFor();
      await choose(page, 'Growth and CRM', 'Retention');
      await send(page);
      t.equal(await page.getByRole('alert').filter({ hasText: notFound }).count(), 1);
      await looks(t, page, 'register-not-found');

      await id.fill('com.instagram.android');
      await page.getByRole('dialog', { name: 'Stories are for your own app' }).waitFor();
      await looks(t, page, 'register-refused');
      await page.getByRole('dialog').getByRole('button').last().click();
      t.equal(await id.inputValue(), '');

      await id.fill('com.marlow.kids');
      await send(page);
      await page.waitForURL('**/successful');
      await page.getByText("Now it's time to tell great stories!").waitFor();
      await page.getByText('nora@marlow.test').waitFor();
      const state = await lastAccount();
      t.match(state.profile, { app_id: 'com.marlow.kids', store_type: 'android', is_the_app_live_in_store: 'yes' });
      t.match(state.came_with, { package_id: 'pkg-7', referral_token });
      t.same(faults, []);
    },
  );

  await t.test('who is in no store, or whose store is silent, goes on; a refused site does not', async (t) => {
    await open(`/register/web/${firstDeal}?referral=AAAAAA`);
    await createAccount(page, 'kim@marlow.test');
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('find_app') && asked.push(request.url()));
    await choose(page, 'Not yet', 'Web', 'Marketing', 'Sales');
    await page.getByLabel('Web address').fill('www.instagram.com');
    await send(page);
    await page.getByRole('dialog', { name: 'Stories are for your own app' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    t.same(asked, [], 'nothing is looked up');
    w.stage.mood = 'error';
    await choose(page, 'Android', 'Yes');
    await page.getByLabel('App ID').fill('com.marlow.later');
    await page.getByRole('button', { name: 'Add as not live' }).click();
    t.ok(await page.getByRole('radio', { name: 'Not yet' }).isChecked());
    w.stage.mood = 'well';
    await send(page);
    await page.getByRole('main').getByRole('alert').filter({ hasText: 'Wrong Code' }).waitFor();
    await page.getByLabel('Referral code').fill('');
    await page.getByRole('button', { name: 'Continue' }).click();
    t.equal(await page.getByLabel('App ID').inputValue(), 'com.marlow.later', 'what was answered is still there');
    await send(page);
    await page.waitForURL('**/successful');
    const state = await lastAccount();
    t.match(state.profile, { app_id: 'com.marlow.later', store_type: 'android', is_the_app_live_in_store: 'no' });
    t.match(state.came_with.appsumo_token, /^[0-9a-f-]{36}$/);
  });

  await t.test('a deal code that is none is said before anything is asked, and one goes on without it', async (t) => {
    await open('/register/web/AAAA-AAAA?package_id=growth');
    await page.getByRole('alert').filter({ hasText: 'There is no such deal code.' }).waitFor();
    t.equal(await page.getByLabel('Email').count(), 0);
    await looks(t, page, 'register-deal-wrong');
    await page.getByRole('link', { name: 'Continue without a code' }).click();
    await page.waitForURL('**/register/web?package_id=growth');
    await page.getByLabel('Email').waitFor();
  });

  await t.test('a deal code waits until its owner has signed in', async () => {
    await open('/app-info/deal-3');
    const waits = (wanted: string | null) => (url: URL) =>
      url.pathname === '/login' && url.searchParams.get('next') === wanted;
    await page.waitForURL(waits('/app-info/deal-3'));
    for (const [path, wanted] of [
      [`/register/web/${secondDeal}?package_id=growth`, `/app-info/${secondDeal}`],
      ['/register?package_id=growth', '/?package_id=growth'],
      ['/register', null],
    ] as const) {
      await visitInside(page, path);
      await page.getByRole('link', { name: 'Sign in', exact: true }).click();
      await page.waitForURL(waits(wanted));
    }
  });

  await t.test('who has a plan is told so when they come with a code', async (t) => {
    const again = await w.inject('POST', '/api/admin/deal_code', { as: staff, body: { count: 2 } });
    const [one, other] = again.body.trim().split(/\r?\n/).slice(1);
    const owner = await w.person();
    const profile = { which_one_best_describes_your_role: 'Founder' };
    await w.inject('PUT', '/api/account/profile', { as: owner, body: { data: profile } });
    const context = await w.windowOf(owner, { bypassCSP: true });
    t.teardown(() => context.close());
    const page = await context.newPage();
    await page.goto(`${w.base}/app-info/${one}`);
    await page.getByRole('button', { name: 'Use deal code' }).click();
    await page.waitForURL('**/settings/payment');
    await page.getByText('Deal', { exact: true }).first().waitFor();
    await visitInside(page, `/app-info/${other}`);
    await page.getByRole('button', { name: 'Use deal code' }).click();
    await page.getByRole('alert').filter({ hasText: 'Your account has a plan already.' }).waitFor();
    await looks(t, page, 'app-info-deal');
    await visitInside(page, '/?package_id=growth');
    await page.waitForURL('**/settings/payment?openPlanModal=growth');
  });

  await t.test('a plan in the address opens after the first sign-in, in any tab, once, behind the card', async (t) => {
    const context = await w.strangersWindow({ bypassCSP: true });
    t.teardown(() => context.close());
    const page = await context.newPage();
    await page.goto(`${w.base}/register?package_id=growth`);
    await createAccount(page, 'ola@marlow.test');
    await choose(page, 'Not yet', 'Web', 'Marketing', 'Sales');
    await page.getByLabel('Web address').fill('marlow.test');
    await send(page);
    await page.waitForURL('**/successful');
    let link = '';
    await w.until(async () => {
      link = (await w.outbox()).find(({ to, links }) => to === 'ola@marlow.test' && links[0])?.links[0] ?? '';
      return link !== '';
    }, 'the mail');
    const tab = await page.context().newPage();
    await tab.goto(w.base + new URL(link).pathname);
    await tab.getByRole('button', { name: 'Verify email' }).click();
    await tab.waitForURL('**/settings/payment?openPlanModal=growth');
    const info = tab.getByRole('dialog', { name: 'Billing info' });
    await info.getByText('You have to first fill billing info.').waitFor();
    await info.getByRole('button', { name: 'Add card' }).click();
    await tab.waitForURL('**/pay/card/*');
    await tab.getByLabel('Card number').fill('4242 4242 4242 4242');
    await tab.getByRole('button', { name: 'Add card' }).click();
    await tab.getByRole('dialog', { name: 'Upgrade to Growth' }).getByText('Charged now').waitFor();
    await tab.goto(`${w.base}/`);
    await tab.getByRole('dialog').getByText('Welcome').first().waitFor();
  });

  await t.test('the profile alone: for an owner without one, who goes on to the start', async (t) => {
    const owner = await w.person();
    const context = await w.windowOf(owner, { bypassCSP: true });
    t.teardown(() => context.close());
    const page = await context.newPage();
    await page.goto(`${w.base}/app-info/${secondDeal}`);
    await page.getByRole('heading', { name: 'Set Up Your Profile' }).waitFor();
    await choose(page, 'Yes', 'Founder', 'Sales');
    await page.getByLabel('App ID').fill('123456789');
    await page.getByText('Found', { exact: true }).waitFor();
    await looks(t, page, 'app-info');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/home');
    const { state } = await loadStream<AccountState>(w.kernel.db.pool, `account-${owner.account_id}`);
    t.match(state, {
      profile: { app_id: 'id123456789', store_type: 'ios' },
      came_with: { appsumo_token: /^[0-9a-f-]{36}$/ },
    });
    await visitInside(page, '/app-info');
    await page.waitForURL('**/home');
    await visitInside(page, `/app-info/${secondDeal}`);
    await page.getByRole('alert').filter({ hasText: 'This deal code has been used already.' }).waitFor();
    await looks(t, page, 'app-info-deal-used');
  });
});
