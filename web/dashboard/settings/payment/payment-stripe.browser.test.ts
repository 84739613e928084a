import type { Route } from 'playwright-core';
import t from 'tap';
import { subscriptionExamples } from '#contracts/subscription/examples.ts';
import { startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { openPage } from '#ops/testing/staff-scene.ts';
import { startStripe } from '#ops/testing/stripe/server.ts';

const agency = subscriptionExamples.customPlanSet.data.terms;

t.test(
  'with Stripe a card is entered there, a plan is bought, changed and canceled, and Stripe is a click away',
  async (t) => {
    const stripe = await startStripe(t);
    const w = await startDashboard(t, {
      settings: {
        STRIPE_SECRET_KEY: stripe.key,
        STRIPE_WEBHOOK_SECRET: 'whsec_test',
        STRIPE_API_URL: stripe.url,
      },
    });
    const nora = await w.person({ firstname: 'Nora' });
    const page = await openPage(
      t,
      await w.windowOf(nora, { bypassCSP: true }),
      `${w.base}/settings/payment?openPlanModal=startup`,
    );
    const info = page.getByRole('dialog', { name: 'Billing info' });
    await info.getByText('You enter a new card at Stripe, then come back here. We never see its number.').waitFor();
    await info.getByText('A card is all you need to choose a plan.').waitFor();
    t.equal(await info.getByRole('button', { name: 'Open Stripe' }).count(), 0, 'nobody is a customer yet');
    await looks(t, page, 'payment-stripe-card');
    await info.getByRole('button', { name: 'Add card' }).click();
    await page.getByRole('heading', { name: 'Save a card' }).waitFor();
    t.ok(page.url().startsWith(stripe.url));
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.getByText('Your card is saved.').waitFor();
    const review = page.getByRole('dialog', { name: 'Upgrade to Startup' });
    await review.getByRole('button', { name: 'Update $349.00' }).click();
    await page.getByText('Your plan upgraded successfully!').waitFor();
    const own = page.getByRole('region', { name: 'Your plan' });
    await own.getByText('Startup', { exact: true }).waitFor();
    await own.getByText('4242').waitFor();
    const row = page.getByRole('table', { name: 'Invoices' }).getByRole('row', { name: /-0001/ });
    await row.getByText('$349.00', { exact: true }).waitFor();
    await looks(t, page, 'payment-stripe');

    const fetched = page.waitForRequest((request) => request.url().startsWith(stripe.url));
    await row.getByRole('button', { name: /PDF/ }).click();
    t.match(new URL((await fetched).url()).pathname, /\/pdf$/, 'the invoice is the one that Stripe keeps');

    const state = await w.kernel.db.pool.query('select state from subscription where account_id = $1', [
      nora.account_id,
    ]);
    const { outside } = state.rows[0].state;
    const [paid] = outside.invoices;
    const { outside_id: invoice, id: invoice_id } = paid;
    const open = { id: invoice_id, amount: 34_900, ts_closed: 1, attempts: 1, ts_next: null, confirm: true };
    const stand = (changed: object) =>
      w.kernel.db.pool.query('update subscription set state = state || $2 where account_id = $1', [
        nora.account_id,
        JSON.stringify(changed),
      ]);
    await stand({ plan: 'custom', custom: agency, open: { ...open, confirm: false } });
    await page.goto(`${w.base}/settings/payment`);
    const owed = page.getByRole('alert').filter({ hasText: "We couldn't charge $349.00" });
    await owed.getByText('Contact us about how to pay it.').waitFor();
    t.equal(await owed.getByRole('button').count(), 0, 'no card at Stripe pays for a plan that staff made');

    await stand({ plan: 'startup', custom: null, open, outside: { ...outside, invoices: [{ ...paid, open: true }] } });
    Object.assign(stripe.world.rows.get(invoice)!, { status: 'open' });
    await page.goto(`${w.base}/settings/payment`);
    const asked = page.getByRole('alert').filter({ hasText: /Your bank wants you to confirm \$349\.00/ });
    await looks(t, page, 'payment-stripe-confirm');
    await asked.getByRole('button', { name: 'Confirm at Stripe' }).click();
    await page.getByRole('button', { name: 'Confirm and pay' }).click();
    t.ok(page.url().startsWith(stripe.url), 'without an address of the bank it is the page of the invoice');
    await page.goto(`${w.base}/settings/payment`);

    await page.getByRole('button', { name: 'Change card' }).click();
    await page.getByRole('dialog', { name: 'Change card' }).getByRole('button', { name: 'Open Stripe' }).click();
    await page.getByRole('heading', { name: 'Billing', exact: true }).waitFor();
    t.ok(page.url().startsWith(stripe.url));

    await t.test('what plans cost today is asked of Stripe once for each, and is what is charged', async (t) => {
      const asked = () => stripe.calls.filter(({ path }) => path === '/v1/invoices/create_preview').length;
      const before = asked();
      await page.goto(`${w.base}/settings/payment?openPlanModal=list`);
      const list = page.getByRole('dialog', { name: 'Choose a plan' });
      const pro = list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Pro', exact: true }) });
      const due = (await pro.getByText(/^\$[\d,.]+ today$/).innerText()).replace(' today', '');
      t.equal(asked() - before, 2, 'for Growth and Pro');
      await pro.hover();
      await list.getByRole('region', { name: 'Charged now' }).getByText(due, { exact: true }).waitFor();
      await pro.getByRole('button', { name: 'Upgrade to Pro' }).click();
      await page.getByRole('button', { name: `Update ${due}` }).click();
      await page.getByText('Your plan upgraded successfully!').waitFor();
      await page
        .getByRole('table', { name: 'Invoices' })
        .getByRole('row', { name: new RegExp(`\\${due}`) })
        .waitFor();
    });

    await t.test('a first payment that the bank wants confirmed is confirmed at Stripe', async (t) => {
      const ines = await w.person({ firstname: 'Ines' });
      stripe.webhooks.sendTo({ url: `${w.base}/api/payment/stripe`, secret: 'whsec_test' });
      const address = `${w.base}/settings/payment?openPlanModal=startup`;
      const tab = await openPage(t, await w.windowOf(ines, { bypassCSP: true }), address);
      await tab.getByRole('dialog', { name: 'Billing info' }).getByRole('button', { name: 'Add card' }).click();
      await tab.getByRole('radio', { name: /asks for the person/ }).check();
      await tab.getByRole('button', { name: 'Save card' }).click();
      const review = tab.getByRole('dialog', { name: 'Upgrade to Startup' });
      await review.getByRole('button', { name: 'Update $349.00' }).click();
      const wanted = /^Your bank wants you to confirm \$349\.00 for Startup\. You can do that until /;
      await review.getByRole('alert').getByText(wanted).waitFor();
      t.equal(await tab.getByText('Nothing was charged').count(), 0);
      await looks(t, tab, 'payment-stripe-confirm-plan');
      await review.getByRole('button', { name: 'Confirm at Stripe' }).waitFor();
      await tab.goto(`${w.base}/settings/payment`);
      const note = tab.getByRole('alert').filter({ hasText: wanted });
      stripe.webhooks.sendTo(null);
      await note.getByRole('button', { name: 'Confirm at Stripe' }).click();
      await tab.getByRole('button', { name: 'Refuse payment' }).click();
      await tab.getByText("Your bank hasn't confirmed this payment.").waitFor();
      await note.getByRole('button', { name: 'Confirm at Stripe' }).click();
      await tab.getByRole('button', { name: 'Confirm payment' }).click();
      await tab.getByText('Your invoice is paid.').waitFor();
      await tab.waitForURL(`${w.base}/settings/payment`);
      await note.waitFor({ state: 'detached' });
      await tab.getByRole('region', { name: 'Your plan' }).getByText('Startup', { exact: true }).waitFor();
      await tab
        .getByRole('table', { name: 'Invoices' })
        .getByRole('row', { name: /-0001/ })
        .getByText('Paid')
        .waitFor();

      await tab.getByRole('button', { name: 'Change card' }).click();
      const cards = tab.getByRole('dialog', { name: 'Change card' });
      t.equal(await cards.getByRole('button', { name: /^Remove/ }).count(), 0, 'the card that pays stays');
      await cards.getByRole('button', { name: 'Add card' }).click();
      await tab.getByRole('button', { name: 'Save card' }).click();
      await tab.getByText('Your card is saved.').waitFor();
      await tab.getByRole('button', { name: 'Change card' }).click();
      await cards.getByRole('button', { name: 'Remove the card that ends in 3184' }).click();
      await looks(t, tab, 'payment-stripe-remove-card');
      await tab.getByRole('button', { name: 'Remove card' }).click();
      await tab.getByText('Your card is removed.').waitFor();
      await cards.getByText('3184').waitFor({ state: 'detached' });
    });

    await t.test('a reload in the middle pays once, and shows what there is', async (t) => {
      const otto = await w.person({ firstname: 'Otto' });
      const get = async (path: string) => (await w.inject('GET', `/api/payment${path}`, { as: otto })).json().data;
      /** The subscriptions and the paid invoices that Stripe has of Otto. */
      const atStripe = () => {
        const rows = [...stripe.world.rows.values()] as unknown as Record<string, unknown>[];
        const customer = rows.find(
          ({ object, metadata }) => object === 'customer' && JSON.stringify(metadata ?? {}).includes(otto.account_id),
        )?.id;
        const own = rows.filter((row) => row.customer === customer);
        return {
          subscriptions: own.filter(({ object }) => object === 'subscription').length,
          paid: own.filter(({ object, status }) => object === 'invoice' && status === 'paid').length,
          cards: own.filter(({ object }) => object === 'payment_method').length,
        };
      };
      const address = `${w.base}/settings/payment?openPlanModal=startup`;
      const tab = await openPage(t, await w.windowOf(otto, { bypassCSP: true }), address);
      const billing = tab.getByRole('dialog', { name: 'Billing info' });
      const bought = (plan: string) => tab.getByRole('region', { name: 'Your plan' }).getByText(plan, { exact: true });
      const addCard = async () => {
        await billing.getByRole('button', { name: 'Add card' }).click();
        await tab.getByRole('heading', { name: 'Save a card' }).waitFor();
      };

      await addCard();
      await tab.goBack();
      await billing.getByText('You have to first fill billing info.').waitFor();
      await tab.reload();
      await billing.getByText('You have to first fill billing info.').waitFor();
      t.match(
        await get('/customer'),
        { subscription: null, payment_methods: [] },
        'whoever came back without a card has none',
      );

      await addCard();
      const attach = '**/api/payment/method/attach';
      const taken = new Promise<void>((done) => {
        // The server takes the card, and nobody hears of it.
        void tab.route(attach, (route) => void route.fetch().then(() => done()), { times: 1 });
      });
      await tab.getByRole('button', { name: 'Save card' }).click();
      await taken;
      const returned = tab.url();
      t.ok(new URL(returned).searchParams.get('card')?.startsWith('cs_'));
      await tab.reload();
      await tab.getByText('Your card is saved.').waitFor();
      await tab.waitForURL((url) => !url.searchParams.has('card'));
      await tab.goto(returned);
      await tab.getByText('Your card is saved.').waitFor();
      await tab.waitForURL((url) => !url.searchParams.has('card'));
      t.equal((await get('/customer')).payment_methods.length, 1, 'a card that one returns with thrice is one card');
      t.equal(atStripe().cards, 1);

      const review = (plan: string) => tab.getByRole('dialog', { name: `Upgrade to ${plan}` });
      const update = (plan: string) => review(plan).getByRole('button', { name: /^Update \$/ });
      const isPurchase = (route: Route) => route.request().postDataJSON().preview !== true;
      const subscribe = '**/api/payment/subscribe';
      let send: () => Promise<unknown> = async () => undefined;
      const pressed = new Promise<void>((done) => {
        void tab.route(subscribe, (route) => {
          if (!isPurchase(route)) return void route.continue();
          send = () => route.fetch();
          done();
        });
      });
      await update('Startup').click();
      await pressed;
      await tab.reload();
      await update('Startup').waitFor();
      await tab.unroute(subscribe);
      await Promise.all([send(), update('Startup').click()]);
      await bought('Startup').waitFor();
      t.match(
        atStripe(),
        { subscriptions: 1, paid: 1 },
        'what was pressed before the reload comes beside what is pressed after',
      );
      t.equal((await get('/invoice/list')).length, 1);

      await tab.goto(`${w.base}/settings/payment?openPlanModal=growth`);
      const done = new Promise<void>((known) => {
        void tab.route(subscribe, (route) => {
          if (!isPurchase(route)) return void route.continue();
          void route.fetch().then(() => known());
        });
      });
      await update('Growth').click();
      await done;
      await tab.reload();
      await tab
        .getByRole('listitem')
        .filter({ has: tab.getByRole('heading', { name: 'Growth', exact: true }) })
        .getByText('Your plan')
        .waitFor();
      t.equal(await update('Growth').count(), 0, 'what is bought is not offered again');
      t.match(atStripe(), { subscriptions: 1, paid: 2 });
      t.equal((await get('/invoice/list')).length, 2);
    });
  },
);
