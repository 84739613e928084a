import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { toSeconds } from '#contracts/time.ts';
import { startDashboard } from '#ops/testing/dashboard.ts';
import type { Person } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { openPage } from '#ops/testing/staff-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const works = '4242 4242 4242 4242';
const declined = '4000 0000 0000 0002';

t.test('Payment and Billing', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const get = async (path: string, as = nora) => (await w.inject('GET', `/api${path}`, { as })).json().data;
  const customer = (as = nora) => get('/payment/customer', as);
  const enter = async (page: Page, number: string) => {
    await page.getByLabel('Card number').fill(number);
    await page.getByRole('button', { name: 'Add card' }).click();
  };
  const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
  const list = (page: Page) => dialog(page, 'Choose a plan');
  const card = (page: Page, plan: string): Locator =>
    list(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: plan, exact: true }) });
  const own = (page: Page) => page.getByRole('region', { name: 'Your plan' });
  const open = async (t: Test, as: Person, path = '/settings/payment') =>
    openPage(t, await w.windowOf(as, { bypassCSP: true }), w.base + path);

  const page = await open(t, nora);
  const meterColors = new Set<string>();
  /** Asserts that the meter shows a level, and notes its color. */
  const meterShows = async (t: Test, level: string) => {
    const meter = page.getByRole('region', { name: 'Monthly active users' }).getByRole('meter');
    await meter.waitFor();
    t.equal(await meter.getAttribute('data-level'), level);
    const bar = meter.locator('span').last();
    meterColors.add(await bar.evaluate((one) => getComputedStyle(one).backgroundColor));
  };
  /** Lets the next page say that so many viewers came this month. */
  const stageViewers = async (mau: number) => {
    const { current_period_start } = await get('/mau');
    const data = { mau, marked: 0, mau_limit: 500_000, current_period_start };
    await page.unroute('**/api/mau');
    await page.route('**/api/mau', (route) => route.fulfill({ json: { data, message: null } }));
  };

  await t.test('without a plan it says Pre-Trial, and shows what there is of viewers, card and invoices', async (t) => {
    await own(page).getByText('Pre-Trial').waitFor();
    await own(page).getByText('No card yet').waitFor();
    await page.getByText('No invoices yet').waitFor();
    await page.getByRole('meter', { name: 'Monthly active users' }).waitFor();
    await meterShows(t, 'fine');
    t.equal(await page.getByRole('button', { name: 'Cancel plan' }).count(), 0);
    await looks(t, page, 'payment-trial');
    await page.route('**/api/account', async (route) => {
      const { data, ...rest } = await (await route.fetch()).json();
      await route.fulfill({ json: { ...rest, data: { ...data, trial_ends: Date.UTC(2027, 0, 14, 23, 30) / 1000 } } });
    });
    await page.reload();
    await own(page).getByText('until 14 Jan 2027').waitFor();
    await page.unroute('**/api/account');
  });

  await t.test('the list of plans opens by the address and by the router’s state', async () => {
    await page.getByRole('button', { name: 'Change plan' }).click();
    await list(page).waitFor();
    await page.waitForURL('**/settings/payment?openPlanModal=list');
    await page.reload();
    await list(page).waitFor();
    await page.keyboard.press('Escape');
    await list(page).waitFor({ state: 'detached' });
    await page.evaluate(() => {
      const state = { usr: { openPlanModal: true }, key: 'asked', idx: (history.state?.idx ?? 0) + 1 };
      history.pushState(state, '', '/settings/payment');
      dispatchEvent(new PopStateEvent('popstate', { state }));
    });
    await list(page).waitFor();
    await card(page, 'Enterprise').getByText('Contact your Storyrail administrator for Enterprise.').waitFor();
  });

  /** What the viewers wait for before they fail to load. */
  let said: Promise<unknown> = Promise.resolve();
  /** Asserts that a confirmation does not say how many viewers are included as long as that is not known. */
  const includesUnknown = async (t: Test, review: Locator) => {
    const now = review.locator('.PlanReview-side').filter({ hasText: 'Pre-Trial' });
    t.notMatch(await now.innerText(), /active users/);
  };
  await t.test('without a card the modal closes and billing info opens; a declined card changes nothing', async (t) => {
    await card(page, 'Startup').getByRole('button', { name: 'Upgrade to Startup' }).click();
    const info = dialog(page, 'Billing info');
    await info.getByText('You have to first fill billing info.').waitFor();
    await list(page).waitFor({ state: 'detached' });
    await looks(t, page, 'payment-no-card');
    await page.route('**/api/mau', async (route) => {
      await said;
      await route.fulfill({ status: 500 });
    });
    await info.getByRole('button', { name: 'Add card' }).click();
    await page.waitForURL('**/pay/card/*');
    await enter(page, '4111 1111 1111 1111');
    await page.getByText('This is not one of the test cards. Nothing you entered was kept.').waitFor();
    t.equal(await page.getByLabel('Card number').inputValue(), '');
    await looks(t, page, 'payment-card-refused');
    await enter(page, declined);
    await page.getByText('Your card is saved.').waitFor();
    const review = dialog(page, 'Upgrade to Startup');
    await review.getByText('Charged now').waitFor();
    await page.getByText("Active users couldn't load").waitFor();
    await includesUnknown(t, review);
    await page.waitForURL((url) => !url.searchParams.has('card'));
    await review.getByRole('button', { name: 'Update $349.00' }).click();
    await review.getByText('Plan could not be changed! The card was declined. Nothing was charged.').waitFor();
    await looks(t, page, 'payment-declined');
    t.equal((await customer()).subscription, null);
  });

  await t.test('with a card that works the plan is bought; a reload in the middle loses nothing', async (t) => {
    const review = dialog(page, 'Upgrade to Startup');
    await review.getByRole('button', { name: 'Change card' }).click();
    const info = dialog(page, 'Change card');
    t.equal(await info.getByText('You have to first fill billing info.').count(), 0);
    await info.getByRole('button', { name: 'Add card' }).click();
    await page.waitForURL('**/pay/card/*');
    await enter(page, works);
    await review.getByText('4242').waitFor();
    let say = () => {};
    said = new Promise<void>((resolve) => {
      say = resolve;
    });
    await page.reload();
    await review.getByText(/^Next payment, /).waitFor();
    await page.getByText('Loading active users').waitFor();
    await includesUnknown(t, review);
    say();
    await review.getByRole('button', { name: /^Update/ }).click();
    await page.getByText('Your plan upgraded successfully!').waitFor();
    await review.waitFor({ state: 'detached' });
    await own(page).getByText('Startup', { exact: true }).waitFor();
    await own(page).getByText('4242').waitFor();
    await page.unroute('**/api/mau');
    await page.getByRole('region', { name: 'Monthly active users' }).getByRole('button', { name: 'Try again' }).click();
    await meterShows(t, 'fine');
    t.equal((await get('/account')).payment_status, 1);
    const row = page.getByRole('table', { name: 'Invoices' }).getByRole('row', { name: /INV-/ });
    await row.getByText('$349.00').waitFor();
    await row.getByText('Paid').waitFor();
    await row.getByRole('button', { name: /^Show the lines of INV-/ }).click();
    await page.getByRole('definition').filter({ hasText: '$349.00' }).first().waitFor();
    await looks(t, page, 'payment-bought');
  });

  await t.test('a feature marks the cheapest plan that has it, and whoever came from a page is led back', async (t) => {
    await visitInside(page, '/settings/payment?openPlanModal=list&feature=quiz&from=%2Fhelp');
    await list(page).getByText('Quizzes').waitFor();
    await card(page, 'Growth').getByText('Suggested').waitFor();
    await card(page, 'Startup').getByText('Your plan').waitFor();
    t.equal(await list(page).getByText('Suggested').count(), 1);
    await card(page, 'Growth').getByRole('button', { name: 'Upgrade to Growth' }).click();
    const review = dialog(page, 'Upgrade to Growth');
    await review.getByText(/Growth plan for the \d+ days? left/).waitFor();
    await review.getByText(/^Unused \d+ days? of Startup plan/).waitFor();
    await review.getByRole('button', { name: 'Back' }).click();
    await list(page).waitFor();
    await card(page, 'Growth').getByRole('button', { name: 'Upgrade to Growth' }).click();
    await review.getByRole('button', { name: /^Update/ }).click();
    await page.waitForURL('**/help');
    await page.getByText('Your plan upgraded successfully!').waitFor();
    await visitInside(page, '/settings/payment');
    await own(page).getByText('Growth', { exact: true }).waitFor();
    await own(page)
      .getByText(/A smaller plan can start on/)
      .waitFor();
  });

  await t.test('a promo code is looked up once nobody types; an unknown one says so', async (t) => {
    const staff = await w.person({ staff: true });
    await w.call(staff, 'POST', '/admin/promo_code', {
      code: 'STORY20',
      percent_off: 20,
      duration: 'months',
      months: 3,
    });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/coupon/detail')) asked.push(request.url());
    });
    await page.getByRole('button', { name: 'Change plan' }).click();
    const field = list(page).getByLabel('Promo code');
    await field.pressSequentially('NOTHING', { delay: 20 });
    await list(page).getByText('There is no promo code.').waitFor();
    t.equal(asked.length, 1, 'one look-up for seven letters');
    await field.fill('story20');
    await list(page).getByText('−20%').waitFor();
    await card(page, 'Pro').getByText('$799.20').waitFor();
    await card(page, 'Pro').getByText('with STORY20').waitFor();
    t.equal(await list(page).getByText('There is no promo code.').count(), 0);
    await card(page, 'Pro').getByRole('button', { name: 'Upgrade to Pro' }).click();
    await dialog(page, 'Upgrade to Pro').getByText('Promo code STORY20').waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('a lower plan starts later and is taken back', async (t) => {
    await page.getByRole('button', { name: 'Change plan' }).click();
    await card(page, 'Startup')
      .getByText(/^From /)
      .waitFor();
    await card(page, 'Startup').getByRole('button', { name: 'Switch to Startup' }).click();
    const review = dialog(page, 'Switch to Startup');
    await review.getByText(/^Not in Startup: /).waitFor();
    await review.getByText(/^Startup starts on .* Until then you keep Growth\.$/).waitFor();
    const rows = (await review.locator('dl > div').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
    t.equal(rows.length, 3);
    t.match(rows, ['Charged now $0.00', /^Next payment, .+ \$699\.00$/, /^Startup from .+ \$349\.00$/]);
    await looks(t, page, 'payment-lower');
    await review.getByRole('button', { name: 'Update', exact: true }).click();
    const note = page.getByRole('note').filter({ hasText: 'Your plan changes to Startup on' });
    await note.waitFor();
    await note.getByRole('button', { name: 'Keep Growth' }).click();
    await note.waitFor({ state: 'detached' });
    t.equal((await customer()).subscription.downgrade, null);
  });

  await t.test('a plan is canceled after a question and a proof, runs on, and is taken back', async (t) => {
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Are you sure to cancel your plan?').waitFor();
    await question.getByRole('button', { name: 'Keep plan' }).click();
    t.equal((await customer()).subscription.cancel_at, null);
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await question.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByText('Your plan canceled successfully!').waitFor();
    const note = page.getByRole('note').filter({ hasText: 'Growth is canceled and ends on' });
    await note.waitFor();
    await own(page).getByText('Canceled').waitFor();
    t.equal((await get('/account')).payment_status, 5);
    await looks(t, page, 'payment-canceled');
    await note.getByRole('button', { name: 'Keep Growth' }).click();
    await note.waitFor({ state: 'detached' });
    t.equal((await get('/account')).payment_status, 1);
  });

  await t.test('an invoice that was not paid says so and is paid now', async (t) => {
    const now = toSeconds(Date.now());
    const invoice_id = randomUUID();
    await appendAs(w, nora, `subscription-${nora.account_id}`, [
      {
        type: 'InvoiceClosed',
        data: {
          invoice: {
            id: invoice_id,
            number: 'INV-2020-0001',
            ts_closed: now,
            closes: null,
            lines: [],
            total: 69_900,
            from_credit: 0,
            amount_due: 69_900,
            currency: 'usd',
            viewers: null,
          },
        },
      },
      {
        type: 'PaymentFailed',
        data: { invoice_id, amount: 69_900, code: 'card_declined', attempt: 1, ts_next: now + 86_400 },
      },
    ]);
    await stageViewers(400_000);
    await page.reload();
    await meterShows(t, 'near');
    const alert = page.getByRole('alert').filter({ hasText: "We couldn't charge $699.00 for INV-2020-0001." });
    await alert.getByText(/We try again on/).waitFor();
    await own(page).getByText('Payment failed').waitFor();
    await looks(t, page, 'payment-failed');
    await alert.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('Your invoice is paid.').waitFor();
    await alert.waitFor({ state: 'detached' });
    t.equal((await get('/account')).payment_status, 1);
  });

  await t.test('the meter has a color for each level, and says what is above the limit', async (t) => {
    for (const [mau, level] of [
      [480_000, 'full'],
      [501_500, 'over'],
    ] as const) {
      await stageViewers(mau);
      await page.reload();
      await meterShows(t, level);
    }
    t.equal(meterColors.size, 4);
    await page.getByText('Above the limit so far: $30.00.', { exact: false }).waitFor();
    await looks(t, page, 'payment-over');
  });

  await t.test('a sign-in that lies back asks for the password before anything is changed', async (t) => {
    const email = 'lea@marlow.test';
    const body = { firstname: 'Lea', lastname: 'Roux', gdpr: true, name: 'Marlow', email, password: 'correct horse' };
    const { user_id, account_id } = (await w.inject('POST', '/api/registration', { body })).json().data;
    await w.kernel.db.pool.query('update session set confirmed_at = null where user_id = $1', [user_id]);
    const context = await w.windowOf(await w.signIn(user_id, account_id, email), { bypassCSP: true });
    await w.kernel.db.pool.query('update session set confirmed_at = null where user_id = $1', [user_id]);
    const theirs = await openPage(t, context, `${w.base}/settings/payment`);
    await own(theirs).getByRole('button', { name: 'Add card' }).click();
    const proof = dialog(theirs, 'Add card');
    await proof.getByText("Confirm that it's you", { exact: false }).waitFor();
    await proof.getByLabel('Current password').fill('wrong horse');
    await proof.getByRole('button', { name: 'Continue' }).click();
    await proof.getByText("The password isn't correct.").waitFor();
    await proof.getByLabel('Current password').fill('correct horse');
    await proof.getByRole('button', { name: 'Continue' }).click();
    await theirs.waitForURL('**/pay/card/*');
    await theirs.getByRole('link', { name: 'Back without a card' }).click();
    await own(theirs).getByText('No card yet').waitFor();
  });

  await t.test('a plan that staff made is in the list as the account’s own, and nothing else is bought', async (t) => {
    const [staff, ada] = [await w.person({ staff: true }), await w.person({ firstname: 'Ada' })];
    const plan = {
      nickname: 'Marlow Special',
      amount: 250_000,
      mau_limit: 3_000_000,
      mau_exceed_price: 4,
      seats: -1,
      story_limit: -1,
      features: [],
    };
    await w.call(staff, 'POST', '/admin/account/custom_plan', { account_id: ada.account_id, plan });
    const theirs = await open(t, ada, '/settings/payment?openPlanModal=list');
    await card(theirs, 'Marlow Special').getByText('Your plan').waitFor();
    t.equal(
      await list(theirs)
        .getByRole('listitem')
        .filter({ has: theirs.getByRole('heading') })
        .count(),
      6,
    );
    t.equal(
      await list(theirs)
        .getByRole('button', { name: /^(Upgrade|Switch)/ })
        .count(),
      0,
    );
    await looks(t, theirs, 'payment-custom');
  });
});
