import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { NotificationRow } from '#contracts/notification/rows.ts';
import { notificationTypeNames } from '#contracts/notification/types.ts';
import { startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { focusOnPage } from '#ops/testing/focus.ts';
import { type Person, until } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { seedScene } from '#ops/testing/scene.ts';
import { apiWords } from '../../words/api.en.ts';

const first = 'correct horse';
const second = 'battery staple';

t.test('the person’s own settings', async (t) => {
  const w = await startDashboard(t);
  const signIn = (email: string, password: string) => w.inject('POST', '/api/login', { body: { email, password } });
  /** Signs up and verifies. */
  const register = async (email: string): Promise<Person> => {
    const person = { firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow' };
    const ids = await w.inject('POST', '/api/registration', { body: { ...person, email, password: first } });
    let link = '';
    await until(async () => {
      link = (await w.outbox()).find((mail) => mail.to === email)?.links[0] ?? '';
      return link !== '';
    }, 'the mail');
    const query = { token: link.slice(link.lastIndexOf('/') + 1) };
    const verified = await w.inject('GET', '/api/verification', { query });
    return { ...ids.json().data, ...verified.json().data };
  };

  /** A window of a session of its own that has opened the settings of the person. */
  const open = async (t: Test, person: Person, email: string, path = '/user'): Promise<Page> => {
    const signedIn = await signIn(email, first);
    if (signedIn.statusCode !== 200) throw new Error(signedIn.body);
    const { token } = signedIn.json().data;
    const context = await w.windowOf({ ...person, token });
    t.teardown(() => context.close());
    const page = await context.newPage();
    await page.goto(w.base + path);
    await page.getByRole('heading', { name: 'User Settings' }).waitFor();
    return page;
  };
  const details = (page: Page) => page.getByRole('region', { name: 'Your details' });
  const password = (page: Page) => page.getByRole('region', { name: 'Password' });

  await t.test('a name is changed, and another email waits for its link', async (t) => {
    const page = await open(t, await register('nora@marlow.test'), 'nora@marlow.test');
    const form = details(page);
    await form.getByLabel('Last name').fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Please provide your full name').waitFor();
    await form.getByLabel('Last name').fill('Lind');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /Nora Lind\b/ }).waitFor();

    t.equal(await form.getByLabel('Current password').count(), 0, 'a name needs no password');
    await form.getByLabel('Email').fill('nora@new.test');
    await form.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change email' });
    const confirm = () => dialog.getByRole('button', { name: 'Change email' }).click();
    await dialog.getByText(/we'll send a link to nora@new\.test/).waitFor();
    await dialog.getByLabel('Current password').fill('wrong horse');
    await confirm();
    await dialog.getByText("The password isn't correct.").waitFor();
    await dialog.getByLabel('Current password').fill(first);
    await confirm();
    await form.getByText(/Open the link we sent to nora@new.test/).waitFor();
    t.equal(await form.getByLabel('Email').inputValue(), 'nora@marlow.test');
    await password(page).getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Please input current password!').waitFor();
    await looks(t, page, 'user-settings');
    await form.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText(/we'll send a link to nora@new\.test/).waitFor();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Keep my current email' }).click();
    await form.getByText(/Open the link we sent/).waitFor({ state: 'detached' });
    await focusOnPage(page);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('alertdialog').waitFor();
    await looks(t, page, 'sign-out-everywhere');
  });

  await t.test(
    'a password is changed by the current one: this window stays signed in, another is signed out',
    async (t) => {
      const kim = await register('kim@marlow.test');
      const [page, other] = [await open(t, kim, 'kim@marlow.test'), await open(t, kim, 'kim@marlow.test')];
      const form = password(page);
      await form.getByLabel('Current password').waitFor();
      t.equal(await form.getByText(/^Changed /).count(), 0, 'it is the one of the sign-up');
      const change = () => form.getByRole('button', { name: 'Change password' }).click();
      await change();
      for (const words of ['current', 'new'].map((which) => `Please input ${which} password!`))
        await form.getByText(words).waitFor();
      await form.getByText('Please confirm new password!').waitFor();

      const fill = async (current: string, next: string, repeated = next) => {
        await form.getByLabel('Current password').fill(current);
        await form.getByLabel('New password', { exact: true }).fill(next);
        await form.getByLabel('Repeat new password').fill(repeated);
        await change();
      };
      await fill(first, first);
      await form.getByText('Current and new password must not the same!').waitFor();
      await fill(first, second, 'battery');
      await form.getByText('The two passwords that you entered do not match!').waitFor();
      await fill(first, 'qwerty123');
      await form.getByText('This password is too common. Choose another one.').waitFor();
      await fill('wrong horse', second);
      await form.getByText("The password isn't correct.").waitFor();
      await fill(first, second);
      await page.getByText('Password changed successfully!').waitFor();
      await form.getByText(/^Changed [A-Z0-9]/).waitFor();
      await w.until(async () => (await form.getByLabel('Current password').inputValue()) === '', 'an empty form');
      await page.reload();
      await page.getByRole('heading', { name: 'User Settings' }).waitFor();
      await other.reload();
      await other.waitForURL((at) => at.pathname === '/login');
      t.equal((await signIn('kim@marlow.test', first)).statusCode, 401);
      t.equal((await signIn('kim@marlow.test', second)).statusCode, 200);
    },
  );

  await t.test('where the person is signed in: one session is ended, or all of them by the password', async (t) => {
    const ida = await register('ida@marlow.test');
    const elsewhere = async (agent: string) => {
      const { token } = (
        await w.server.inject({
          method: 'POST',
          url: '/api/login',
          payload: { email: 'ida@marlow.test', password: first },
          remoteAddress: '203.0.113.77',
          headers: { 'user-agent': agent },
        })
      ).json().data;
      return async () => (await w.inject('GET', '/api/user', { as: token })).statusCode;
    };
    const phone = await elsewhere('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1');
    const script = await elsewhere('backup-job/2.1');
    const page = await open(t, ida, 'ida@marlow.test');
    const card = page.getByRole('region', { name: "Where you're signed in" });
    const item = (text: string) => card.getByRole('listitem').filter({ hasText: text });
    await untilShown(item('This device'), /Since .* · active now/);
    t.equal(await item('This device').getByRole('button').count(), 0);
    await untilShown(item('Safari on iOS'), /203\.0\.113\.x · since .* · last used just now/);
    t.equal(await card.getByText('203.0.113.77').count(), 0);
    await card.getByRole('button', { name: 'Sign out of Safari on iOS' }).click();
    await page.getByText('Safari on iOS was signed out.').waitFor();
    await item('Safari on iOS').waitFor({ state: 'detached' });
    await card
      .getByRole('button', { name: /^Sign out/ })
      .and(page.locator(':focus'))
      .waitFor();
    t.same([await phone(), await script()], [401, 200]);

    await card.getByRole('button', { name: 'Sign out everywhere' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Sign out everywhere?' });
    const send = () => dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await send();
    await dialog.getByText('Please input your password!').waitFor();
    await dialog.getByLabel('Current password').fill('wrong horse');
    await send();
    await dialog.getByText("The password isn't correct.").waitFor();
    t.equal(await script(), 200);
    await dialog.getByLabel('Current password').fill(first);
    await send();
    await page.waitForURL((at) => at.pathname === '/login');
    t.equal(await script(), 401);
    await page.goto(`${w.base}/user`);
    await page.waitForURL((at) => at.pathname === '/login');
  });

  await t.test('what the person is told of: chosen, kept, obeyed, and put back where it is refused', async (t) => {
    const mia = await register('mia@marlow.test');
    const daniel = await w.person({
      account_id: mia.account_id,
      firstname: 'Daniel',
      permissions: { account_owner: [] },
    });
    const { token } = (await signIn('mia@marlow.test', first)).json().data;
    const settings = async () => (await w.inject('GET', '/api/user', { as: token })).json().data.settings;
    const page = await open(t, mia, 'mia@marlow.test', '/settings/user#notifications');
    const card = page.getByRole('region', { name: 'Notifications' });
    const created = card.getByRole('switch', { name: 'Story group created' });
    await untilShown(card, /at 8:00 in your account's time zone \(.*UTC/);
    await until(async () => card.evaluate((one) => one.getBoundingClientRect().top < innerHeight), 'the card in sight');
    t.equal(await card.getByRole('switch').count(), notificationTypeNames.length);
    await card.getByRole('radio', { name: 'Every Monday at 8:00' }).click();
    await until(async () => (await settings()).digest === 'weekly', 'the digest');
    await created.click();
    await until(async () => (await settings()).notifications.story_group_created === false, 'the type');
    await page.reload();
    await until(async () => (await created.getAttribute('aria-checked')) === 'false', 'what was kept');
    t.ok(await card.getByRole('radio', { name: 'Every Monday at 8:00' }).isChecked());

    // The second of its stories changes the group that the first one told of.
    await seedScene(w, daniel, { title: 'Quiet group' });
    await w.caughtUp();
    const told = (await w.inject('GET', '/api/storyrail-notification/dashboard-notification', { as: token })).json();
    t.same(
      told.data.map((one: NotificationRow) => one.data.type),
      ['story_group_updated'],
      'not that it was created',
    );

    await page.route('**/api/user', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { status: 500, code: 'Internal', message: 'No.' } })
        : route.fallback(),
    );
    await created.click();
    await page.getByText(apiWords.failed.defaultMessage).waitFor();
    await until(async () => (await created.getAttribute('aria-checked')) === 'false', 'what was put back');
  });
});
