import { hash } from '@node-rs/argon2';
import { generate } from 'otplib';
import type { BrowserContext, Page } from 'playwright-core';
import t from 'tap';
import type { UserState } from '#contracts/user/state.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { openSocialClients } from '#kernel/outbound/social/social-client.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { startIdentityProvider } from '#ops/testing/identity-provider.ts';
import { looks } from '#ops/testing/looks.ts';
import { contextOf } from '#ops/testing/people.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const email = 'nora@marlow.test';
const password = 'correct horse';

t.test('an authenticator app and recovery codes, from setting them up to signing in with them', async (t) => {
  // A code works once: each sign-in is in a step of its own.
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const w = await startDashboard(t, {
    now,
    settings: { GOOGLE_CLIENT_ID: 'our-google', GOOGLE_CLIENT_SECRET: 's3cret' },
  });
  const google = await startIdentityProvider(t, 'google', [
    { id: 'our-google', secret: 's3cret', redirect_uri: `${w.base}/google` },
  ]);
  w.kernel.social = openSocialClients(w.config, now, {
    google: { issuer: google.url, full: true, insecure: true },
    linkedin: { issuer: google.url, full: false, insecure: true },
  });
  const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(now() / 1000) });
  const names = { firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow' };
  const registered = await w.inject('POST', '/api/registration', { body: { ...names, email, password } });
  let link = '';
  await until(async () => {
    link = (await w.outbox()).find((mail) => mail.to === email)?.links[0] ?? '';
    return link !== '';
  }, 'the mail');
  const token = link.slice(link.lastIndexOf('/') + 1);
  const nora = {
    ...registered.json().data,
    ...(await w.inject('GET', '/api/verification', { query: { token } })).json().data,
  };
  const context = await w.windowOf({ ...nora, email });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  await page.goto(`${w.base}/user`);
  const card = page.getByRole('region', { name: 'Two-factor login' });
  const elsewhere = page.getByRole('region', { name: 'Sign in with other accounts' });
  const dialog = page.getByRole('dialog');
  let secret = '';
  let codes: string[] = [];

  await t.test('it is set up by the password and a first code', async (t) => {
    await card.getByRole('button', { name: 'Set up' }).click();
    await dialog.getByLabel('Current password').fill('wrong horse');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText("The password isn't correct.").waitFor();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await page.mouse.move(0, 0);
    t.same(await axeViolations(page), [], 'the dialog with the code');
    const verify = dialog.getByRole('button', { name: 'Verify' });
    t.ok(await verify.isDisabled(), 'no code yet');
    const right = await codeOf(secret);
    await dialog.getByLabel('6-digit code').fill(right === '000000' ? '111111' : '000000');
    await verify.click();
    await dialog.getByText('The code is incorrect. Please try again.').waitFor();
    await dialog.getByLabel('6-digit code').fill(right);
    await verify.click();
  });

  await t.test('recovery codes are shown once', async (t) => {
    await dialog.getByText(/They won't be shown again/).waitFor();
    codes = await dialog.locator('li code').allInnerTexts();
    t.equal(new Set(codes).size, 10);
    const kept = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await (await kept).createReadStream();
    t.equal((await file.toArray()).join(''), `${codes.join('\n')}\n`);
    t.same(await axeViolations(page), [], 'the dialog with the codes');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await card.getByText(/^On since /).waitFor();
    await card.getByText('10 codes left').waitFor();
    t.same(await axeViolations(page), [], 'the page');
  });

  const open = async (more: object = {}): Promise<[BrowserContext, Page]> => {
    const window = await w.strangersWindow(more);
    const login = await window.newPage();
    await login.goto(`${w.base}/login`);
    await login.getByLabel('Email').fill(email);
    await login.getByLabel('Password', { exact: true }).fill(password);
    await login.getByRole('button', { name: 'Sign in', exact: true }).click();
    await login.getByRole('heading', { name: "Confirm it's you" }).waitFor();
    return [window, login];
  };

  await t.test('a sign-in asks for a code after the password, on a phone in the dark, too', async (t) => {
    const [window, login] = await open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    t.teardown(() => window.close());
    t.equal(await login.getByText(/passkey/).count(), 0, 'at an IP address there are none');
    const confirm = login.getByRole('button', { name: 'Confirm' });
    await login.getByLabel('6-digit code').fill('12345');
    t.ok(await confirm.isDisabled(), 'five digits are no code');
    t.same(await axeViolations(login), []);
    t.ok(await login.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sideways');
    ahead += 60_000;
    const right = await codeOf(secret);
    await login.getByLabel('6-digit code').fill(right === '000000' ? '111111' : '000000');
    await confirm.click();
    await login.getByText('The code is incorrect. Please try again.').waitFor();
    await login.getByLabel('6-digit code').fill(right);
    await confirm.click();
    await login.waitForURL((url) => url.pathname !== '/login');
  });

  await t.test('a recovery code does once in its place', async (t) => {
    const [window, login] = await open();
    await login.getByRole('button', { name: 'Use a recovery code' }).click();
    t.same(await axeViolations(login), []);
    await login.getByLabel('Recovery code').fill(codes[0]!);
    await login.getByRole('button', { name: 'Confirm' }).click();
    await login.waitForURL((url) => url.pathname !== '/login');
    await visitInside(login, '/user');
    await login.getByText('9 codes left').waitFor();
    await window.close();
    const [other, again] = await open();
    t.teardown(() => other.close());
    await again.getByRole('button', { name: 'Use a recovery code' }).click();
    await again.getByLabel('Recovery code').fill(codes[0]!);
    await again.getByRole('button', { name: 'Confirm' }).click();
    await again.getByText('The code is incorrect. Please try again.').waitFor();
    await again.getByRole('button', { name: 'Back to sign in' }).click();
    await again.getByLabel('Email').waitFor();
  });

  await t.test('at an IP address there are no passkeys, and the settings say why', async (t) => {
    await page.getByText(/^Passkeys don't work on an IP address\. .* set PUBLIC_URL to it\.$/).waitFor();
    t.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0);
  });

  await t.test('an account elsewhere is listed, and left by the password', async (t) => {
    const { user_id, account_id } = nora;
    await w.kernel.db.query
      .insertInto('social_identity')
      .values({ identity_hash: 'hash', user_id, provider: 'google', created_at: new Date(now()) })
      .execute();
    await runCommand(w.kernel, contextOf({ user_id, account_id }, now()), async (trx) => {
      const user = await load<UserState>(trx, `user-${user_id}`);
      await save(trx, user, [{ type: 'UserSocialLinked', data: { provider: 'google' } }]);
      return { status: 200, data: null };
    });
    await page.reload();
    await elsewhere.getByText(/^Connected .* Signs you in without a password\.$/).waitFor();
    t.same(await axeViolations(page), [], 'the page');
    await elsewhere.getByRole('button', { name: 'Disconnect Google' }).click();
    await dialog.getByLabel('Current password').fill(password);
    t.same(await axeViolations(page), [], 'the dialog');
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Your Google account was disconnected.').waitFor();
    // The page behind an open dialog has no roles.
    await dialog.waitFor({ state: 'detached' });
    await elsewhere.getByText(/^Connected /).waitFor({ state: 'detached' });
  });

  const mine = { sub: 'nora-1', email, email_verified: true, given_name: 'Nora', family_name: 'Lindqvist' };

  await t.test('whoever disconnected it is told at the sign-in what to do', async (t) => {
    google.stage.person = mine;
    const window = await w.strangersWindow();
    t.teardown(() => window.close());
    const login = await window.newPage();
    await login.goto(`${w.base}/login`);
    await login.getByRole('button', { name: 'Continue with Google' }).click();
    await login.getByText(/^You disconnected Google\. Sign in another way, or reset your password/).waitFor();
    t.same(await axeViolations(login), []);
  });

  const goToGoogle = async () => {
    await elsewhere.getByRole('button', { name: 'Connect Google' }).click();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  };
  const kept = async () => page.url() + (await page.evaluate(() => JSON.stringify(history.state ?? {})));

  await t.test(
    'it is connected again with the password, at its provider, and the settings say what came of it',
    async (t) => {
      await looks(t, page, 'user-unconnected');
      await elsewhere.getByRole('button', { name: 'Connect Google' }).click();
      await dialog.getByText('Continue to Google').waitFor();
      t.same(await axeViolations(page), [], 'the dialog');
      await dialog.getByRole('button', { name: 'Cancel' }).click();

      await page.route(`${google.url}/**`, (route) =>
        route.fulfill({ status: 302, headers: { location: `${w.base}/google?error=access_denied&state=x` } }),
      );
      const cancelled = page.waitForRequest((request) => request.url().includes('error=access_denied'));
      await goToGoogle();
      await cancelled;
      await page.waitForURL(`${w.base}/user`);
      await elsewhere.getByRole('button', { name: 'Connect Google' }).waitFor();
      t.equal(await page.getByRole('alert').count(), 0, 'cancelling is no fault');
      await page.unrouteAll();

      google.stage.person = { ...mine, email: 'other@marlow.test' };
      await goToGoogle();
      await page.getByText('This Google account has a different email.').waitFor();
      await looks(t, page, 'user-connect-refused');
      t.notMatch(await kept(), /code=|returned/);

      google.stage.person = mine;
      // The stand-in would go on with whom it has signed in.
      await context.clearCookies({ name: /^_/ });
      await goToGoogle();
      await page.getByText('Your Google account was connected.').waitFor();
      await elsewhere.getByText(/^Connected /).waitFor();
      await page.reload();
      await elsewhere.getByText(/^Connected /).waitFor();
      t.equal(await page.getByText('Your Google account was connected.').count(), 0, 'it is said once');
    },
  );

  await t.test('who has no password is asked for a code at once, for another email as well', async (t) => {
    await w.kernel.db.pool.query('update user_secret set password_hash = null where user_id = $1', [nora.user_id]);
    await page.reload();
    await card.getByRole('button', { name: 'Make new codes' }).click();
    await dialog.getByLabel('6-digit code').waitFor();
    t.equal(await dialog.getByLabel('Current password').count(), 0);
    t.equal(await dialog.getByRole('button', { name: 'Use your password' }).count(), 0);
    await dialog.getByRole('button', { name: 'Use another way' }).click();
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog.getByLabel('Recovery code').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const details = page.getByRole('region', { name: 'Your details' });
    await details.getByLabel('Email').fill('nora@new.test');
    await details.getByRole('button', { name: 'Save' }).click();
    ahead += 60_000;
    await dialog.getByLabel('6-digit code').fill(await codeOf(secret));
    await dialog.getByRole('button', { name: 'Change email' }).click();
    await details.getByText(/Open the link we sent to nora@new.test/).waitFor();
    await w.kernel.db.pool.query('update user_secret set password_hash = $2 where user_id = $1', [
      nora.user_id,
      await hash(password),
    ]);
  });

  await t.test('a phone number asks for a code where the password is not enough, before the number', async () => {
    await w.kernel.db.pool.query('update session set factor_at = null where user_id = $1', [nora.user_id]);
    await page.reload();
    await card.getByRole('button', { name: 'Add number' }).click();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    ahead += 60_000;
    await dialog.getByLabel('6-digit code').fill(await codeOf(secret));
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByLabel('Phone number').fill('+44 7400 123456');
    await dialog.getByRole('button', { name: 'Text me a code' }).click();
    await dialog.getByText(/^We texted 6 digits to /).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await t.test('it is taken away by the password', async (t) => {
    await page.reload();
    await card.getByRole('button', { name: 'Remove authenticator app' }).click();
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await card.getByRole('button', { name: 'Set up' }).waitFor();
    t.same(faults, []);
  });
});
