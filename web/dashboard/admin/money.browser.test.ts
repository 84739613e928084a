import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import type { PromoCodeRow } from '#contracts/admin/promo-code.ts';
import { toSeconds } from '#contracts/time.ts';
import { startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import type { Person } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { addFilter, chooseUserAction, openPage, seedStaffScene, tableRows } from '#ops/testing/staff-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

t.test('money in the admin area', async (t) => {
  const w = await startDashboard(t);
  const { ines, nora, zoe } = await seedStaffScene(w);
  const page = await openPage(t, await w.windowOf(ines), `${w.base}/admin`);
  const { account_id } = nora;
  const billing = `/admin/accounts/${account_id}?tab=billing`;
  const get = async (path: string, as = ines) => (await w.inject('GET', `/api${path}`, { as })).json().data;
  const plan = page.getByRole('region', { name: 'Subscription' });
  const dialog = (name: string | RegExp, on: Page = page) => on.getByRole('dialog', { name });
  const sure = page.getByRole('alertdialog');
  const said = async (text: string) => {
    await page.getByText(text).waitFor();
    await page.getByRole('button', { name: 'Close message' }).click();
  };
  const addCard = async (as: Person, number: string) => {
    const { id } = await w.call(as, 'POST', '/payment/method', {});
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await w.server.inject({ method: 'POST', url: `/pay/card/${id}`, payload: `number=${number}`, headers });
    await w.call(as, 'POST', '/payment/method/attach', { id });
  };

  await t.test('an account shows what it pays for: before a plan nothing, from the list of users too', async (t) => {
    await visitInside(page, '/admin/users');
    await chooseUserAction(page, 'Nora Lindqvist', 'Open billing');
    await page.waitForURL(`**${billing}`);
    await untilShown(plan, /Pre-Trial[\s\S]*No subscription[\s\S]*None[\s\S]*\$0\.00[\s\S]*No card/);
    await page.getByText('The first invoice appears here when this account starts a plan.').waitFor();
    await looks(t, page, 'billing-none');
  });

  await t.test('credit is months or an amount, with its reason; nonsense is refused in words', async (t) => {
    await plan.getByRole('button', { name: 'Give credit' }).click();
    const ask = dialog('Give credit');
    await ask.getByLabel('Months', { exact: true }).fill('some');
    await ask.getByRole('button', { name: 'Give credit' }).click();
    await ask.getByText('Enter 1 to 24 months.').waitFor();
    await ask.getByText('Enter a reason.').waitFor();
    await looks(t, page, 'billing-credit-refused');
    await ask.getByText('Amount', { exact: true }).click();
    await ask.getByLabel('Amount in dollars').fill('$500.50');
    await ask.getByLabel('Reason').fill('An hour without delivery');
    await ask.getByRole('button', { name: 'Give credit' }).click();
    await said('The credit is granted.');
    await untilShown(plan, /Credit\s+\$500\.50/);
    await plan.getByRole('button', { name: 'Give credit' }).click();
    await ask.getByLabel('Months', { exact: true }).fill('2');
    await ask.getByLabel('Reason').fill('A late start');
    await ask.getByRole('button', { name: 'Give credit' }).click();
    await said('The credit is granted.');
    await untilShown(plan, /Free months\s+2/);
  });

  await t.test('a custom plan starts, and its invoice waits without a card until it is marked as paid', async (t) => {
    const zoes = `/admin/accounts/${zoe.account_id}?tab=billing`;
    await visitInside(page, zoes);
    await plan.getByRole('button', { name: 'Custom plan' }).click();
    const drawer = dialog('Make a custom plan');
    await drawer.getByText('Its first invoice waits until you mark it as paid.').waitFor();
    await drawer.getByLabel('Price a month, in dollars').fill('a lot');
    await drawer.getByLabel('Monthly active users').fill('0');
    await drawer.getByLabel('Seats').fill('many');
    await drawer.getByRole('button', { name: 'Start plan' }).click();
    for (const text of [
      'Enter a name for the plan.',
      'Enter a price from $0 to $10,000,000.',
      'Enter a whole number from 1 to 1,000,000,000.',
      'Enter a whole number up to 10,000, or -1 for unlimited.',
    ])
      await drawer.getByText(text).waitFor();
    await looks(t, page, 'billing-plan-refused');
    await drawer.getByLabel('Name').fill('Agency');
    await drawer.getByLabel('Price a month, in dollars').fill('$2,500');
    await drawer.getByLabel('Monthly active users').fill('5,000,000');
    await drawer.getByLabel('Dollars for each 1,000 above').fill('');
    await drawer.getByLabel('Seats').fill('20');
    await drawer.getByLabel('Polls').uncheck();
    await drawer.getByRole('button', { name: 'Start plan' }).click();
    await said("The account's plan is changed.");
    await drawer.waitFor({ state: 'detached' });
    await untilShown(plan, /Custom plan[\s\S]*\$2,500\.00 of 1 invoice waits[\s\S]*Agency, \$2,500 a month/);
    const { custom_plan } = await get(`/admin/account/${zoe.account_id}/billing`);
    t.match(custom_plan, {
      nickname: 'Agency',
      amount: 250_000,
      mau_limit: 5_000_000,
      mau_exceed_price: null,
      seats: 20,
    });
    t.notOk(custom_plan.features.includes('poll'));
    t.ok(custom_plan.features.includes('quiz'));
    await looks(t, page, 'billing-waiting');
    const row = tableRows(page, 'Invoices').first();
    await row.getByRole('button', { name: /^Mark as paid: INV-\d+-0001/ }).click();
    await untilShown(sure, /Mark INV-\d+-0001 as paid\?[\s\S]*\$2,500\.00 has arrived/);
    await sure.getByRole('button', { name: 'Mark as paid' }).click();
    await said('The invoice is marked as paid.');
    await row.getByText('Paid', { exact: true }).waitFor();
    await plan.getByText('waits').waitFor({ state: 'detached' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^Download INV-/ }).click(),
    ]);
    t.match(file.suggestedFilename(), /^INV-\d+-0001\.pdf$/);
  });

  await t.test('a custom plan is changed and ended', async (t) => {
    await plan.getByRole('button', { name: 'Change custom plan' }).click();
    const drawer = dialog('Change custom plan');
    t.equal(await drawer.getByLabel('Price a month, in dollars').inputValue(), '2500');
    await drawer.getByText('It replaces Agency.').waitFor();
    await drawer.getByLabel('Name').fill('Agency 2');
    await drawer.getByRole('button', { name: 'Start plan' }).click();
    await said("The account's plan is changed.");
    await plan.getByText('Agency 2, $2,500 a month').waitFor();
    await plan.getByRole('button', { name: 'End custom plan' }).click();
    await untilShown(sure, /Zephyr is on Starter from now on/);
    await sure.getByRole('button', { name: 'End custom plan' }).click();
    await said("The account's plan is changed.");
    await plan.getByText('No subscription').waitFor();
    t.match(await get('/account', zoe), { plan: 'starter', payment_status: 9 });
  });

  await t.test('a payment that failed stands on the account and in the summary, with what comes in', async (t) => {
    await addCard(nora, '4000000000000002');
    const now = toSeconds(Date.now());
    const invoice_id = '0190a000-0000-7000-8000-00000000a001';
    const invoice = {
      ...{ id: invoice_id, number: 'INV-2020-0007', ts_closed: now - 3600, closes: null, viewers: null },
      lines: [
        {
          kind: 'plan' as const,
          plan: 'growth' as const,
          name: 'Growth',
          period: { from: now, to: now + 1 },
          amount: 69_900,
        },
      ],
      ...{ total: 69_900, from_credit: 0, amount_due: 69_900, currency: 'usd' as const },
    };
    await appendAs(w, nora, `subscription-${account_id}`, [
      { type: 'SubscriptionStarted', data: { account_id, plan: 'growth', provider: 'local', ts_start: now } },
      { type: 'InvoiceClosed', data: { invoice } },
      {
        type: 'PaymentFailed',
        data: { invoice_id, amount: 69_900, code: 'card_declined', attempt: 1, ts_next: now + 86_400 },
      },
    ]);
    await visitInside(page, '/admin');
    const revenue = page.getByRole('region', { name: 'Monthly recurring revenue' });
    await untilShown(
      revenue,
      /\$699\.00\s+1 paying account[\s\S]*\$699\.00 of it is from accounts whose payment failed/,
    );
    const failed = page.getByRole('region', { name: 'Failed payments' });
    await untilShown(failed, /Failed payments\s*1[\s\S]*Marlow AB[\s\S]*\$699\.00/);
    await looks(t, page, 'summary-payments');
    await failed.getByRole('link', { name: 'Marlow AB' }).click();
    await page.waitForURL(`**${billing}`);
    await untilShown(plan, /Payment failed[\s\S]*\$699\.00 of INV-2020-0007 couldn't be charged\. The next try is on/);
    await untilShown(plan, /Visa ending in 0002/);
    await looks(t, page, 'billing-failed');
    await visitInside(page, '/admin/accounts');
    await addFilter(page, 'Plan');
    await page.getByRole('combobox', { name: 'Plan' }).click();
    t.same(await page.getByRole('option').allInnerTexts(), [
      'Any',
      'Pre-Trial',
      'Subscribed',
      'Subscribed, promo',
      'Payment failed',
      'Canceled, still active',
      'Starter',
      'Custom plan',
      'Premium',
    ]);
    await page.getByRole('option', { name: 'Payment failed' }).click();
    await page.getByText('1 account', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Marlow AB' }).waitFor();
  });

  await t.test('promo codes are made, found and ended; nonsense is refused in words', async (t) => {
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Codes' }).click();
    await page.getByRole('heading', { name: 'No promo codes yet' }).waitFor();
    await looks(t, page, 'promo-codes-none');
    await page.getByRole('button', { name: 'Make a code' }).click();
    const make = dialog('Make a code');
    const send = () => make.getByRole('button', { name: 'Make a code' }).click();
    await make.getByLabel('Code', { exact: true }).fill('Spring sale!');
    await make.getByLabel('Percent off').fill('200');
    await make.getByText('Several months').click();
    await make.getByLabel('Most uses').fill('a few');
    await send();
    for (const text of [
      'Use 3 to 40 letters, numbers, hyphens or underscores.',
      'Enter a whole number from 1 to 100.',
      'Enter 1 to 36 months.',
      'Enter a whole number from 1 to 1,000,000.',
    ])
      await make.getByText(text).waitFor();
    await looks(t, page, 'promo-codes-refused');
    await make.getByLabel('Code', { exact: true }).fill('spring');
    await make.getByLabel('Percent off').fill('50');
    await make.getByLabel('Months', { exact: true }).fill('3');
    await make.getByLabel('Most uses').fill('100');
    await make.getByRole('textbox', { name: /Ends at/ }).fill('1 Jan 2030, 00:00');
    await send();
    await said('The promo code is ready.');
    await untilShown(
      tableRows(page, 'promo codes'),
      /SPRING[\s\S]*−50%[\s\S]*3 months[\s\S]*0 of 100[\s\S]*2030[\s\S]*Active/,
    );
    await page.getByRole('button', { name: 'Make a code' }).click();
    await make.getByLabel('Code', { exact: true }).fill('Spring');
    await make.getByText('An amount').click();
    await make.getByLabel('Dollars off each invoice').fill('12.50');
    await send();
    await make.getByText('There is such a promo code already.').waitFor();
    await make.getByLabel('Code', { exact: true }).fill('autumn-26');
    await send();
    await said('The promo code is ready.');
    await untilShown(tableRows(page, 'promo codes').first(), /AUTUMN-26[\s\S]*−\$12\.50[\s\S]*One invoice/);
    await looks(t, page, 'promo-codes');
    await page.getByRole('button', { name: 'End AUTUMN-26' }).click();
    await untilShown(sure, /End AUTUMN-26\?[\s\S]*Accounts that have used it keep what it takes off/);
    await sure.getByRole('button', { name: 'End code' }).click();
    await said('The promo code has ended.');
    await tableRows(page, 'promo codes').first().getByText('Ended').waitFor();
    t.equal(await page.getByRole('button', { name: 'End AUTUMN-26' }).count(), 0);
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('spr');
    await page.getByText('1 code', { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    await said('1 promo code saved as CSV.');
    t.match(file.suggestedFilename(), /^promo-codes-\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...saved] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    t.match(head, /^id,code,percent_off,amount_off,/);
    t.equal(saved.length, 1, 'what is found, no more');
    t.match(saved[0], /,SPRING,50,,3,0,100,active,1893456000,,\d+$/);
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('none of these');
    await page.getByRole('heading', { name: 'No matching promo codes' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await addFilter(page, 'Status');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Ended' }).click();
    await page.getByText('1 code', { exact: true }).waitFor();
    const rows: PromoCodeRow[] = await get('/admin/promo_code');
    t.same(rows.map(({ code, state }) => [code, state]).sort(), [
      ['AUTUMN-26', 'ended'],
      ['SPRING', 'active'],
    ]);
  });

  await t.test('deal codes are made in batches and saved as a file, once', async (t) => {
    await page.getByRole('navigation', { name: 'Kinds of codes' }).getByRole('link', { name: 'Deal codes' }).click();
    await page.getByRole('heading', { name: 'No deal codes yet' }).waitFor();
    await page.getByRole('button', { name: 'Make codes' }).click();
    const make = dialog('Make codes');
    await make.getByLabel('How many').fill('1,001');
    await make.getByRole('button', { name: 'Make codes' }).click();
    await make.getByText('Make 1 to 1,000 codes at a time.').waitFor();
    await looks(t, page, 'deal-codes-refused');
    await make.getByLabel('How many').fill('12');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      make.getByRole('button', { name: 'Make codes' }).click(),
    ]);
    await said('12 deal codes saved as CSV.');
    t.match(file.suggestedFilename(), /^deal-codes-\d{4}-\d\d-\d\d\.csv$/);
    const codes = (await readFile(await file.path(), 'utf8')).trim().split('\r\n').slice(1);
    t.equal(new Set(codes).size, 12);
    await tableRows(page, 'Batches').getByText('0 of 12').waitFor();
    const who = { email: 'kim@kasa.test', firstname: 'Kim', lastname: 'Ek', name: 'Kasa', password: 'battery staple' };
    const body = { ...who, gdpr: true, appsumo_token: codes[0] };
    t.equal((await w.inject('POST', '/api/registration', { body })).statusCode, 201);
    await page.reload();
    await tableRows(page, 'Batches').getByText('1 of 12').waitFor();
    await tableRows(page, 'Batches').getByText(/^Ines/).waitFor();
    await looks(t, page, 'deal-codes');
  });

  await t.test('where Stripe has the promo codes, the page says so', async (t) => {
    const refusal = { data: null, code: 'PromoAtStripe', message: 'Create them there.', request_id: 'one' };
    await page.route('**/api/admin/promo_code*', (route) => route.fulfill({ status: 409, json: refusal }));
    await visitInside(page, '/admin/promo-codes');
    await page.getByRole('heading', { name: 'Promo codes are in Stripe' }).waitFor();
    t.equal(await page.getByRole('button', { name: 'Make a code' }).count(), 0);
    await looks(t, page, 'promo-codes-stripe');
    await page.unroute('**/api/admin/promo_code*');
  });

  await t.test('a part that does not load says so and is asked for again', async () => {
    let broken = true;
    await page.route('**/api/admin/{account/*/billing,account/*/invoice*,promo_code*}', (route) =>
      broken ? route.fulfill({ status: 500, json: { data: null, code: 'Internal', message: '' } }) : route.continue(),
    );
    for (const [path, text] of [
      [billing, "Billing couldn't load"],
      ['/admin/promo-codes', "The promo codes couldn't load"],
    ] as const) {
      broken = true;
      await visitInside(page, path);
      await page.getByText(text).waitFor();
      broken = false;
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await page.getByText(text).waitFor({ state: 'detached' });
    }
  });

  await t.test('an owner gets nothing from its routes', async (t) => {
    for (const path of ['promo_code', `account/${account_id}/billing`, `account/${account_id}/invoice`])
      t.equal((await w.inject('GET', `/api/admin/${path}`, { as: nora })).statusCode, 403, path);
  });
});
