import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { openSocialClients } from '#kernel/outbound/social/social-client.ts';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import { startIdentityProvider } from '#ops/testing/identity-provider.ts';
import { looks } from '#ops/testing/looks.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const kim = { sub: 'kim-1', email: 'kim@harbour.test', email_verified: true, given_name: 'Kim', family_name: 'Hall' };
const settings = {
  GOOGLE_CLIENT_ID: 'our-google',
  GOOGLE_CLIENT_SECRET: 's3cret',
  LINKEDIN_CLIENT_ID: 'our-linkedin',
  LINKEDIN_CLIENT_SECRET: 's3cret',
};

t.test('signing in and up with Google and LinkedIn', async (t) => {
  const w = await startDashboard(t, { settings });
  const client = (name: string) => ({ id: `our-${name}`, secret: 's3cret', redirect_uri: `${w.base}/${name}` });
  const google = await startIdentityProvider(t, 'google', [client('google')]);
  const linkedin = await startIdentityProvider(t, 'linkedin', [client('linkedin')]);
  w.kernel.social = openSocialClients(w.config, w.kernel.now, {
    google: { issuer: google.url, full: true, insecure: true },
    linkedin: { issuer: linkedin.url, full: false, insecure: true },
  });
  const nora = await w.person({ email: 'nora@harbour.test' });
  /** A page of a browser in which nobody is signed in. */
  const open = async (t: Test, path: string) => {
    const context = await w.strangersWindow({ bypassCSP: true });
    t.teardown(() => context.close());
    const faults = collectPageErrors(context);
    const page = await context.newPage();
    await page.goto(w.base + path);
    return { page, faults };
  };
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const choose = async (page: Page, ...answers: string[]) => {
    for (const answer of answers) await page.getByRole('radio', { name: answer, exact: true }).check();
  };

  const { page, faults } = await open(t, '/google?error=access_denied&state=x');

  await t.test('what goes wrong is said, and the way to the password is there', async (t) => {
    await page.waitForURL('**/login');
    const { social } = w.kernel;
    google.stage.mood = 'broken';
    w.kernel.social = { ...social, linkedin: null };
    await press(page, 'Continue with LinkedIn');
    await page.getByText("This doesn't exist").first().waitFor();
    google.stage.mood = 'well';
    w.kernel.social = social;
    await page.goto(`${w.base}/google?code=made-up&state=of-nobody`);
    await page.getByText("We couldn't sign you in with Google.").waitFor();
    t.equal(new URL(page.url()).search, '');
    await looks(t, page, 'social-failed');
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await page.getByLabel('Email').waitFor();
  });

  await t.test('who is known goes to where they wanted, and no code is left in the address', async (t) => {
    google.stage.person = { ...kim, sub: 'nora-1', email: nora.email };
    faults.length = 0;
    await visitInside(page, '/login?next=/help');
    await page.getByText('or with your email').waitFor();
    await looks(t, page, 'social-login');
    await press(page, 'Continue with Google');
    await page.waitForURL(`${w.base}/help`);
    await page.getByRole('main').waitFor();
    t.notMatch(page.url(), /code=|state=/);
    t.same(faults, []);
  });

  const staff = await w.person({ staff: true });
  const file = await w.inject('POST', '/api/admin/deal_code', { as: staff, body: { count: 2 } });
  const [deal, other] = file.body.trim().split(/\r?\n/).slice(1) as [string, string];

  await t.test('who comes to a sign-up with a deal keeps it: cancelled, failed, and known already', async (t) => {
    google.stage.person = { ...kim, sub: 'nora-1', email: nora.email };
    const { page, faults } = await open(t, `/register/web/${other}?package_id=growth&referral=AAAAAA`);
    const signUp = page.url();
    const atProvider = (search: string) =>
      page.route(`${google.url}/**`, (route) =>
        route.fulfill({ status: 302, headers: { location: `${w.base}/google?${search}` } }),
      );
    for (const [search, goBack] of [
      ['error=access_denied&state=x', async () => undefined],
      ['error=server_error&state=x', () => page.getByRole('link', { name: 'Back to sign up' }).click()],
    ] as const) {
      await atProvider(search);
      const cameBack = page.waitForRequest((request) => request.url().endsWith(`/google?${search}`));
      await press(page, 'Continue with Google');
      await cameBack;
      await goBack();
      await page.waitForURL(signUp);
      await page.getByText('Your deal code pays for a year of Storyrail.').waitFor();
    }
    await page.unrouteAll();
    await press(page, 'Continue with Google');
    await page.waitForURL(`${w.base}/app-info/${other}`);
    await page.getByText('Your deal code pays for a year of Storyrail.').waitFor();
    t.same(faults, []);
  });

  await t.test('who is unknown is asked for the company and the app, and begins signed in', async (t) => {
    linkedin.stage.person = kim;
    const { page, faults } = await open(t, `/register/web/${deal}?package_id=growth`);
    await page.getByText('Your deal code pays for a year of Storyrail.').waitFor();
    await press(page, 'Continue with LinkedIn');
    await page.waitForURL(`**/register/linkedin/${deal}?package_id=growth`);
    await page.getByText('LinkedIn has shared your name and email.').waitFor();
    t.equal(await page.getByLabel('Password').count(), 0);
    await looks(t, page, 'social-register');
    await press(page, 'Continue');
    await page.getByRole('alert').filter({ hasText: 'Please provide your company name' }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'Please accept the terms to continue.' }).waitFor();
    await page.reload();
    const answer = async () => {
      await page.getByLabel('Company name').fill('Harbour');
      await page.getByRole('checkbox').check();
      await press(page, 'Continue');
      await page.getByRole('heading', { name: 'Set Up Your Profile' }).waitFor();
      await choose(page, 'Not yet', 'Web', 'Marketing', 'Sales');
      await page.getByLabel('Web address').fill('harbour.test');
      await page.getByRole('button', { name: 'Create Account' }).last().click();
    };
    await w.kernel.db.pool.query('delete from social_ticket');
    await answer();
    // Too late: the way to the provider is there again, and the deal still is.
    await press(page, 'Continue with LinkedIn');
    await page.getByText('LinkedIn has shared your name and email.').waitFor();
    t.ok(page.url().endsWith(`/register/linkedin/${deal}?package_id=growth`));
    await answer();
    await page.getByRole('dialog').getByText('Welcome').first().waitFor();
    const { rows } = await w.kernel.db.pool.query(
      `select data from event where type = 'AccountCreated' and data->>'name' = 'Harbour'`,
    );
    t.match(rows[0].data, { package_id: 'growth', appsumo_token: /^[0-9a-f-]{36}$/, profile: { store_type: 'web' } });
    await visitInside(page, '/user');
    await page.getByText('You sign in without a password.').waitFor();
    await looks(t, page, 'social-no-password');
    await press(page, 'Send link');
    await page.getByText('a link is on its way').waitFor();
    t.same(faults, []);
  });
});
