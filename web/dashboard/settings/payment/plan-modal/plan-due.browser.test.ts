import type { Page } from 'playwright-core';
import t from 'tap';
import { startDashboard } from '#ops/testing/dashboard.ts';
import type { Person } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { openPage } from '#ops/testing/staff-scene.ts';

t.test('what plans cost today, in the list of plans, and what codes take off', async (t) => {
  const clock = { ahead: 0 };
  const w = await startDashboard(t, { now: () => Date.now() + clock.ahead });
  const nora = await w.person({ firstname: 'Nora' });
  const staff = await w.person({ staff: true });
  /** Adds a card that works as the page does, without one. */
  const addCard = async (as: Person) => {
    const { id } = await w.call(as, 'POST', '/payment/method', {});
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await w.server.inject({ method: 'POST', url: `/pay/card/${id}`, payload: 'number=4242424242424242', headers });
    await w.call(as, 'POST', '/payment/method/attach', { id });
  };
  await addCard(nora);
  await w.call(nora, 'POST', '/payment/subscribe', { plan_id: 'startup' });
  for (const [code, percent_off] of [
    ['STORY20', 20],
    ['SPRING10', 10],
    ['LAST5', 5],
  ] as const)
    await w.call(staff, 'POST', '/admin/promo_code', { code, percent_off, duration: 'once' });
  clock.ahead = 8 * 86_400_000;
  const page = await openPage(
    t,
    await w.windowOf(nora, { bypassCSP: true }),
    `${w.base}/settings/payment?openPlanModal=list&feature=personalization`,
  );
  const list = page.getByRole('dialog', { name: 'Choose a plan' });
  const card = (plan: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) });
  const foot = list.getByRole('region', { name: 'Charged now' });
  const charged = async () => (await foot.getByText(/^Charged now/).innerText()).replace(/^Charged now\s*/, '');
  const dueOf = async (plan: string) => {
    const text = await card(plan)
      .getByText(/^\$[\d,.]+ today$/)
      .innerText();
    return text.replace(' today', '');
  };
  /** The sum and the lines of a plan's confirmation, which leads back to the list. */
  const confirmed = async (plan: string) => {
    await card(plan)
      .getByRole('button', { name: `Upgrade to ${plan}` })
      .click();
    const review = page.getByRole('dialog', { name: `Upgrade to ${plan}` });
    await review.getByText('Charged now').waitFor();
    const rows = await review.locator('dl > div').allInnerTexts();
    const update = await review.getByRole('button', { name: /^Update/ }).innerText();
    await review.getByRole('button', { name: 'Back' }).click();
    await list.waitFor();
    const [lines, sum] = [
      rows.filter((row) => !/^(Charged now|Next payment)/.test(row)),
      update.replace(/^Update\s*/, ''),
    ];
    return { lines: lines.map((row) => row.replace(/\s+/g, ' ')), sum };
  };

  await t.test('equals the confirmation to the cent, with what it is made of', async (t) => {
    for (const plan of ['Pro', 'Growth']) {
      await card(plan).hover();
      await foot.getByText(`Upgrade to ${plan}`).waitFor();
      const [due, sum] = [await dueOf(plan), await charged()];
      const lines = await foot.locator('p > span').allInnerTexts();
      const { lines: told, ...review } = await confirmed(plan);
      t.equal(sum, due, plan);
      t.equal(review.sum, due, `${plan}: what is charged`);
      t.same(lines, told, `${plan}: what for`);
      t.match(told, [/^Unused \d+ days of Startup plan −\$/, /left until .* \$/]);
    }
    await card('Startup').getByText('Current plan').waitFor();
    t.equal(await card('Starter').getByText('today').count(), 0);
    await card('Starter')
      .getByText(/^From \d/)
      .waitFor();
  });

  await t.test('stands for the suggested plan, until another upgrade has the pointer or the focus', async () => {
    await page.mouse.move(5, 5);
    await foot.getByText('Upgrade to Pro').waitFor();
    await card('Growth').hover();
    await foot.getByText('Upgrade to Growth').waitFor();
    await card('Starter').hover();
    await foot.getByText('Upgrade to Pro').waitFor();
    await card('Growth').getByRole('button').focus();
    await foot.getByText('Upgrade to Growth').waitFor();
  });

  await t.test('is changed by a promo code, once nobody types', async (t) => {
    const before = await dueOf('Pro');
    await list.getByLabel('Promo code').fill('story20');
    await card('Pro').hover();
    await foot.getByText('Promo code STORY20').waitFor();
    const due = await dueOf('Pro');
    t.not(due, before);
    t.match(await confirmed('Pro'), { sum: due, lines: [/./, /./, /^Promo code STORY20 −\$/] });
    await looks(t, page, 'payment-due-promo');
  });

  await t.test('is no figure while it is not known, and when it cannot be', async (t) => {
    const held: (() => Promise<void>)[] = [];
    await page.route('**/api/payment/plan/due*', (route) => void held.push(() => route.fulfill({ status: 503 })));
    const asked = page.waitForRequest('**/api/payment/plan/due*');
    await list.getByLabel('Promo code').fill('');
    await asked;
    await foot.getByText('—').waitFor();
    for (const plan of ['Growth', 'Pro']) await card(plan).getByText('From today', { exact: true }).waitFor();
    t.equal(await list.getByText(/\$[\d,.]+ today$/).count(), 0);
    for (const answer of held) await answer();
    await foot.waitFor({ state: 'detached' });
    await card('Pro').getByText('From today', { exact: true }).waitFor();
    await page.unroute('**/api/payment/plan/due*');
  });

  await t.test('a code that the account has used says so, and takes nothing off', async (t) => {
    await w.kernel.db.pool.query('update session set confirmed_at = to_timestamp($1)', [
      (Date.now() + clock.ahead) / 1000,
    ]);
    await w.call(nora, 'POST', '/payment/subscribe', { plan_id: 'growth', promo_code: 'STORY20' });
    await w.call(nora, 'DELETE', '/payment/subscribe', {});
    await page.reload();
    await foot.getByText('Upgrade to Pro').waitFor();
    await list.getByLabel('Promo code').fill('STORY20');
    await list.getByText('You have used this promo code already.').waitFor();
    t.equal(await card('Pro').getByText('with STORY20').count(), 0);
    await card('Pro').getByText('From today', { exact: true }).waitFor();
  });

  await t.test('a code is used for the plan that one has, and says which one it replaces', async (t) => {
    const use = async (code: string, button: string, said: string) => {
      await list.getByLabel('Promo code').fill(code);
      await card('Growth').getByText(`with ${code}`).waitFor();
      await card('Growth').getByRole('button', { name: button }).click();
      const review = page.getByRole('dialog', { name: `Use ${code}` });
      await review.getByText(said).waitFor();
      const rows = (await review.locator('dl > div').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
      const replaced = await review.getByText(/^Replaces /).innerText();
      if (code === 'LAST5') await looks(t, page, 'payment-code');
      await review.getByRole('button', { name: 'Update', exact: true }).click();
      await list.or(review).waitFor({ state: 'detached' });
      return { rows, replaced };
    };
    t.match(await use('SPRING10', 'Keep Growth', 'Growth goes on, and the code counts from your next payment.'), {
      rows: ['Charged now $0.00', /^Next payment, .+ \$629\.10$/],
      replaced: "Replaces STORY20, which can't be used again.",
    });
    await page.getByText('Your plan goes on.').waitFor();
    await page.getByRole('button', { name: 'Change plan' }).click();
    t.match(await use('LAST5', 'Use LAST5', 'Your plan stays as it is. The code counts from your next payment.'), {
      rows: ['Charged now $0.00', /^Next payment, .+ \$664\.05$/],
      replaced: "Replaces SPRING10, which can't be used again.",
    });
    await page.getByText('Your promo code counts from your next payment.').waitFor();
    await page.getByRole('region', { name: 'Your plan' }).getByText('Promo code LAST5: −5%').waitFor();
  });

  const charges = async (as: Person) => {
    const { rows } = await w.kernel.db.pool.query<{ charges: number }>(
      'select sum(charges)::int as charges from payment_method where account_id = $1',
      [as.account_id],
    );
    return rows[0]!.charges;
  };
  await t.test('two tabs that buy at once end with one subscription and one charge', async (t) => {
    const otto = await w.person({ firstname: 'Otto' });
    await addCard(otto);
    const own = (tab: Page) => tab.getByRole('region', { name: 'Your plan' });
    const review = (tab: Page) => tab.getByRole('dialog', { name: 'Upgrade to Growth' });
    const address = `${w.base}/settings/payment?openPlanModal=growth`;
    const first = await openPage(t, await w.windowOf(otto, { bypassCSP: true }), address);
    const second = await first.context().newPage();
    await second.goto(first.url());
    const tabs = [first, second];
    const buttons = tabs.map((tab) => review(tab).getByRole('button', { name: 'Update $699.00' }));
    for (const button of buttons) await button.waitFor();
    await Promise.all(buttons.map((button) => button.click()));
    for (const tab of tabs) {
      await review(tab).waitFor({ state: 'detached' });
      await own(tab).getByText('Growth', { exact: true }).waitFor();
    }
    const invoices = (await w.inject('GET', '/api/payment/invoice/list', { as: otto })).json().data;
    t.equal(invoices.length, 1);
    t.equal(await charges(otto), 1);
  });
});
