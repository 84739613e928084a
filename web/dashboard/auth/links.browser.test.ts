import type { Page } from 'playwright-core';
import t from 'tap';
import { type Dashboard, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const password = 'secret-7-horses';

/** The path of the newest link that was mailed to an address. */
const mailedPath = async (w: Dashboard, to: string): Promise<string> => {
  let link = '';
  await w.until(async () => {
    link = (await w.outbox()).find((mail) => mail.to === to && mail.links[0])?.links[0] ?? '';
    return link !== '';
  }, `a mail to ${to}`);
  return new URL(link).pathname;
};

const signUp = async (page: Page, w: Dashboard, email: string, company = 'Marlow & Fern') => {
  const body = { email, password, firstname: 'Nora', lastname: 'Ek', gdpr: true, name: company };
  const made = await page.context().request.post(`${w.base}/api/registration`, { data: body });
  if (!made.ok()) throw new Error(await made.text());
  return mailedPath(w, email);
};

t.test('links of mails', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person();
  /** A browser in which nobody is signed in. */
  const stranger = async () => {
    const context = await w.strangersWindow({ bypassCSP: true });
    t.teardown(() => context.close());
    return context.newPage();
  };
  const signedInAs = (page: Page) => page.evaluate(() => localStorage.getItem('storyrail.session'));
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

  await t.test('where the sign-up was made a button that names the address signs in', async (t) => {
    const page = await stranger();
    const path = await signUp(page, w, 'here@marlow.test');
    const opened: string[] = [];
    page.on('request', (request) => /\/api\/verification/.test(request.url()) && opened.push(request.method()));
    await page.goto(w.base + path);
    await page.getByText('Finish signing up here@marlow.test for Marlow & Fern.').waitFor();
    t.same(opened, [], 'nothing happens without a click');
    await page.getByRole('button', { name: 'Verify email' }).click();
    await page.waitForURL(`${w.base}/`);
    t.ok(await signedInAs(page));
    t.same(opened, ['POST']);
    await visitInside(page, path);
    await heading(page, 'Link Expired').waitFor();
  });

  await t.test('elsewhere it asks for the password; who chose none sets one', async (t) => {
    const path = await signUp(await stranger(), w, 'ceo@bigcorp.test', 'Easel');
    const page = await stranger();
    await page.goto(w.base + path);
    await page.getByText('Enter the password you chose when you signed up.').waitFor();
    await looks(t, page, 'password');
    await page.getByRole('button', { name: 'Verify email' }).click();
    await page.getByText('Please input your password!').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('wrong horse');
    await page.getByRole('button', { name: 'Verify email' }).click();
    await page.getByText("The password isn't correct.").waitFor();
    await page.getByRole('button', { name: "I didn't choose one" }).click();
    await heading(page, 'Choose a password').waitFor();
    await looks(t, page, 'new password');
    await page.getByLabel('New password', { exact: true }).fill('password');
    await page.getByLabel('Repeat new password').fill('password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('This password is too common. Choose another one.').waitFor();
    await page.getByLabel('New password', { exact: true }).fill('battery staple');
    await page.getByLabel('Repeat new password').fill('battery staple');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.waitForURL(`${w.base}/`);
    const signIn = (given: string) =>
      w.inject('POST', '/api/login', { body: { email: 'ceo@bigcorp.test', password: given } });
    t.equal((await signIn(password)).statusCode, 401, 'the one of the sign-up is void');
    t.equal((await signIn('battery staple')).statusCode, 200);
  });

  await t.test('nobody who is signed in is signed over by a link', async (t) => {
    const eve = await stranger();
    const verification = await signUp(eve, w, 'eve@easel.test', 'Easel');
    await w.call(nora, 'POST', '/account/invite-user', { emails: ['bo@marlow.test'], role: 'account_owner' });
    const invitation = await mailedPath(w, 'bo@marlow.test');
    const ivo = await w.person();
    await w.call(nora, 'POST', '/account/invite-user', { emails: [ivo.email], role: 'account_owner' });
    const joining = await mailedPath(w, ivo.email);
    t.match(joining, /^\/join-registered\//);
    const zoe = await w.person();
    await w.inject('POST', '/api/forgot_password', { body: { email: zoe.email } });
    const reset = await mailedPath(w, zoe.email);
    const context = await w.windowOf(nora, { bypassCSP: true });
    t.teardown(() => context.close());
    const page = await context.newPage();
    await page.goto(`${w.base}/login/help`);
    for (const [path, email] of [
      [verification, 'eve@easel.test'],
      [invitation, 'bo@marlow.test'],
      [joining, ivo.email],
      [reset, zoe.email],
    ] as const) {
      await visitInside(page, path);
      await heading(page, 'Sign out to continue').waitFor();
      await page.getByText(`You're signed in as ${nora.email}. This link is for ${email}.`).waitFor();
      t.equal(await signedInAs(page), nora.user_id, path);
    }
    await looks(t, page, 'somebody else');
    await visitInside(page, verification);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Finish signing up eve@easel.test for Easel.').waitFor();
    t.equal(await signedInAs(page), null);
    const kept = (await page.context().cookies()).filter(({ name }) => name === 'storyrail');
    t.same(kept, [], 'the session of this browser is over');
  });

  await t.test('who has an account joins a team with it; who cannot is told why', async (t) => {
    const owner = await w.person();
    const [ivo, kai, una] = [await w.person(), await w.person(), await w.person()];
    await w.call(una, 'POST', '/app', { store_id: 'com.una.shop', store_type: 'android', is_live: false });
    for (const { email } of [ivo, kai, una])
      await w.call(owner, 'POST', '/account/invite-user', { emails: [email], role: 'account_owner' });
    const context = await w.windowOf(ivo, { bypassCSP: true });
    t.teardown(() => context.close());
    const page = await context.newPage();
    await page.clock.install();
    const joining = await mailedPath(w, ivo.email);
    await page.goto(w.base + joining.replace('join-registered', 'join'));
    await page.waitForURL(w.base + joining);
    await page.getByText(`You'll join as ${ivo.email}.`).waitFor();
    await looks(t, page, 'join');
    const isJoined = async () => {
      await page.getByRole('button', { name: 'Join team' }).click();
      await page.getByRole('status').getByRole('heading', { name: 'You are joining the team', exact: true }).waitFor();
    };
    await isJoined();
    await looks(t, page, 'joined');
    t.equal(await signedInAs(page), null);
    await page.clock.runFor(8100);
    await page.waitForURL(`${w.base}/login`);

    await visitInside(page, await mailedPath(w, una.email));
    await page.getByRole('button', { name: 'Join team' }).click();
    await heading(page, "You can't join this team yet").waitFor();
    await page.getByText(/once your own account has no apps and no other members/).waitFor();
    await looks(t, page, 'cannot join');
    await page.clock.runFor(8100);
    await page.waitForURL(`${w.base}/login`);
    await visitInside(page, joining);
    await heading(page, 'Link Expired').waitFor();
    await page.clock.runFor(8100);
    await page.waitForURL(`${w.base}/login`);

    const next = await mailedPath(w, kai.email);
    await visitInside(page, next);
    // The clock runs by itself, too: only one that stands still says how long the page is there.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await isJoined();
    await page.clock.runFor(7900);
    t.match(page.url(), next);
    await page.clock.runFor(200);
    await page.waitForURL(`${w.base}/login`);
  });

  await t.test(
    'the address of the log-out asks when it is opened from elsewhere, a link of ours does not',
    async (t) => {
      const ida = await w.person();
      const context = await w.windowOf(ida, { bypassCSP: true });
      t.teardown(() => context.close());
      const page = await context.newPage();
      await page.goto(`${w.base}/logout`);
      await heading(page, 'Sign out?').waitFor();
      t.equal(await signedInAs(page), ida.user_id);
      await page.getByRole('link', { name: 'Go to dashboard' }).click();
      await page.waitForURL(`${w.base}/`);
      await page.getByRole('button', { name: /Nora/ }).first().click();
      await page.getByRole('menuitem', { name: 'Log Out' }).click();
      await page.waitForURL(`${w.base}/login`);
      t.equal(await signedInAs(page), null);
      await page.goto(`${w.base}/logout`);
      await page.waitForURL(`${w.base}/login`);
    },
  );
});
