import t from 'tap';
import { startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { openPage } from '#ops/testing/staff-scene.ts';

t.test('what plans cost today, in the list of plans', async (t) => {
  const clock = { ahead: 0 };
  const w = await startDashboard(t, { now: () => Date.now() + clock.ahead });
  const nora = await w.person({ firstname: 'Nora' });
  const staff = await w.person({ staff: true });
  const { id } = await w.call(nora, 'POST', '/payment/method', {});
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await w.server.inject({ method: 'POST', url: `/pay/card/${id}`, payload: 'number=4242424242424242', headers });
  await w.call(nora, 'POST', '/payment/method/attach', { id });
  await w.call(nora, 'POST', '/payment/subscribe', { plan_id: 'startup' });
  await w.call(staff, 'POST', '/admin/promo_code', { code: 'STORY20', percent_off: 20, duration: 'once' });
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
      rows.filter((row) => !/^(Charged now|Then each)/.test(row)),
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
    await page.reload();
    await foot.getByText('Upgrade to Pro').waitFor();
    await list.getByLabel('Promo code').fill('STORY20');
    await list.getByText('You have used this promo code already.').waitFor();
    t.equal(await card('Pro').getByText('with STORY20').count(), 0);
    await card('Pro').getByText('From today', { exact: true }).waitFor();
  });
});
