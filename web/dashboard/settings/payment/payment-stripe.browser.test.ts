import t from 'tap';
import { startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { openPage } from '#ops/testing/staff-scene.ts';
import { startStripe } from '#ops/testing/stripe/server.ts';

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

    await page.getByRole('button', { name: 'Change card' }).click();
    await info.getByRole('button', { name: 'Open Stripe' }).click();
    await page.getByRole('heading', { name: 'Billing', exact: true }).waitFor();
    t.ok(page.url().startsWith(stripe.url));
  },
);
