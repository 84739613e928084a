import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import t from 'tap';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import type { Person } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';
import { addDevice, goOut, pasted, pressIn, readsTexts, wrong } from './test-steps.ts';

const password = 'correct horse';
const phone = '+12015550123';

t.test('the second step of a sign-in', async (t) => {
  const w = await startDashboard(t, { name: 'localhost' });
  const linkOf = async (to: string): Promise<string> => {
    let link = '';
    await w.until(async () => {
      link = (await w.outbox()).find((mail) => mail.to === to)?.links[0] ?? '';
      return link !== '';
    }, 'the mail');
    return new URL(link).pathname;
  };
  const tokenOf = async (to: string) => (await linkOf(to)).split('/').at(-1)!;
  const register = async (email: string): Promise<Person> => {
    const names = { firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow' };
    const ids = await w.inject('POST', '/api/registration', { body: { ...names, email, password } });
    const query = { token: await tokenOf(email) };
    const session = (await w.inject('GET', '/api/verification', { query })).json().data;
    return { ...ids.json().data, ...session, email };
  };
  const texted = readsTexts(w);
  const dialogOf = (page: Page) => page.getByRole('dialog');
  /** The sign-in page of a browser in which nobody is signed in; it leads to the settings of the person who signs in. */
  const signInPage = async (): Promise<Page> => {
    const context = await w.strangersWindow({ bypassCSP: true });
    t.teardown(() => context.close());
    const page = await context.newPage();
    await page.goto(`${w.base}/login?next=/user`);
    return page;
  };
  const signIn = async (page: Page, email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await pressIn(page, 'Sign in');
  };
  const isIn = (page: Page) => page.waitForURL(({ pathname }) => pathname.endsWith('/user'));

  await t.test('a passkey signs in alone and after the password, and shows that it is still the person', async (t) => {
    await register('nora@marlow.test');
    const page = await signInPage();
    const faults = collectPageErrors(page.context());
    const setVerified = await addDevice(page);
    await signIn(page, 'nora@marlow.test');
    await isIn(page);
    const card = page.getByRole('region', { name: 'Passkeys' });
    const dialog = dialogOf(page);
    const add = async () => {
      await pressIn(card, 'Add a passkey');
      await dialog.getByLabel('Name').fill('Work laptop');
      await dialog.getByLabel('Current password').fill(password);
      await pressIn(dialog, 'Continue');
    };
    await add();
    await page.getByText('Your passkey was added.').waitFor();
    await card.getByText(/^Added .*, not used yet$/).waitFor();
    await add();
    await dialog.getByText('You already have a passkey on this device.').waitFor();
    await pressIn(dialog, 'Cancel');

    await goOut(page, 'Nora');
    await pressIn(page, 'Sign in with a passkey');
    await isIn(page);
    await goOut(page, 'Nora');
    await signIn(page, 'nora@marlow.test');
    await dialog.getByRole('heading', { name: "Confirm it's you" }).waitFor();
    await looks(t, page, 'the step of a passkey');
    await setVerified(false);
    await pressIn(dialog, 'Use passkey');
    await dialog.getByText('No passkey was used. Try again, or choose another way.').waitFor();
    await setVerified(true);
    await pressIn(dialog, 'Use passkey');
    await isIn(page);

    await card.getByText(/, last used /).waitFor();
    await pressIn(card, 'More actions for Work laptop');
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const name = dialog.getByLabel('Name');
    t.equal(await name.inputValue(), 'Work laptop');
    await name.fill(' ');
    await pressIn(dialog, 'Rename');
    await dialog.getByText('Enter a name for this passkey.').waitFor();
    await looks(t, page, 'renaming a passkey');
    await name.fill('Home laptop');
    await pressIn(dialog, 'Rename');
    await page.getByText('Your passkey was renamed.').waitFor();
    await card.getByText('Home laptop').waitFor();
    await pressIn(card, 'More actions for Home laptop');
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await pressIn(dialog, 'Use another way');
    await pressIn(dialog, 'Use a passkey');
    await pressIn(dialog, 'Remove');
    await page.getByText('Your passkey was removed.').waitFor();
    // The page behind an open dialog has no roles.
    await dialog.waitFor({ state: 'detached' });
    await card.getByRole('listitem').waitFor({ state: 'detached' });
    t.same(faults, []);
  });

  const owner = await register('ada@marlow.test');
  const staff = await w.person({ staff: true });
  await w.call(owner, 'POST', '/account/invite-user', { emails: ['kim@marlow.test'], role: 'account_owner' });
  await w.inject('POST', '/api/register-invited-user', {
    body: { firstname: 'Kim', lastname: 'Hall', gdpr: true, password },
    as: await tokenOf('kim@marlow.test'),
  });

  const page = await signInPage();
  const dialog = dialogOf(page);

  await t.test('an owner requires it of everyone with a number that is verified first, for good', async (t) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await signIn(page, owner.email);
    await isIn(page);
    const card = page.getByRole('region', { name: 'Two-factor login' });
    await pressIn(card, 'Require two-factor login');
    await dialog.getByText('Gain Access').waitFor();
    await pressIn(dialog, 'Close');
    const features = { account_id: owner.account_id, manual_features: { mfa: true } };
    await w.call(staff, 'POST', '/admin/account/features', features);
    await page.reload();

    await pressIn(card, 'Require two-factor login');
    await dialog.getByText(/verify your own phone number first/).waitFor();
    await dialog.getByLabel('Current password').fill(password);
    await pressIn(dialog, 'Continue');
    t.equal(await dialog.getByLabel('Country').inputValue(), 'United States (+1)');
    await pressIn(dialog, 'Text me a code');
    await dialog.getByText('Please provide your phone number').waitFor();
    await dialog.getByLabel('Phone number').fill('(201) 555-0123');
    await pressIn(dialog, 'Text me a code');
    await dialog.getByText('We texted 6 digits to +1 201 555 0123.').waitFor();
    const code = await texted(phone);
    await dialog.getByLabel('6-digit code').fill(wrong(code));
    await pressIn(dialog, 'Confirm');
    await dialog.getByText('The code is incorrect. Please try again.').waitFor();
    t.equal(await dialog.getByLabel('6-digit code').inputValue(), wrong(code), 'its digits stay');
    await looks(t, page, 'a wrong code');
    await dialog.getByLabel('6-digit code').fill(code);
    await pressIn(dialog, 'Confirm');
    await dialog.getByText("You can't turn this off again.").waitFor();
    await dialog.getByText(/^1 person has no second factor yet/).waitFor();
    t.same(await dialog.getByRole('listitem').allInnerTexts(), ['Kim Hall']);
    await looks(t, page, 'requiring it');
    await dialog.getByLabel('Current password').fill(password);
    await pressIn(dialog, 'Require for everyone');
    await card.getByText("Everyone in Marlow signs in with a second step. This can't be turned off.").waitFor();
    await card.getByText('Codes go to your number ending in 23.').waitFor();
    t.equal(await card.getByRole('button', { name: /Require|Turn off|Disable/ }).count(), 0);
    await looks(t, page, 'the settings');
    t.ok(scripts.some((url) => /PhoneFields/.test(url)));
    await goOut(page, 'Nora');
  });

  await t.test('who has no number gives one first, with its country, and comes in by its code', async (t) => {
    await signIn(page, 'kim@marlow.test');
    await dialog.getByRole('heading', { name: 'Add your phone number' }).waitFor();
    const number = dialog.getByLabel('Phone number');
    await number.fill('555 01');
    await pressIn(dialog, 'Text me a code');
    await dialog.getByText('Please enter a valid phone number. This one is too short.').waitFor();
    await looks(t, page, 'a number that is too short');
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: 'Get help' }).click();
    const help = await opened;
    await help.getByRole('heading', { name: "Can't sign in?" }).waitFor();
    await help.close();
    t.equal(await number.inputValue(), '555 01', 'the step is where it was');
    await dialog.getByLabel('Country').fill('swe');
    await dialog.getByRole('option', { name: 'Sweden (+46)' }).click();
    await number.fill('070 123 42 18');
    await pressIn(dialog, 'Text me a code');
    await dialog.getByText('We texted 6 digits to +46 70 123 42 18.').waitFor();
    const field = dialog.getByLabel('6-digit code');
    await field.fill(wrong(await texted('+46701234218')));
    for (const left of ['4 tries left', '3 tries left', '2 tries left', '1 try left']) {
      await pressIn(dialog, 'Confirm');
      await dialog.getByText(left).waitFor();
    }
    await pressIn(dialog, 'Confirm');
    await dialog.getByText('That code was entered wrong too often and no longer works. Send a new one.').waitFor();
    t.ok(await field.isDisabled(), 'after the fifth it is over');
    await looks(t, page, 'a code that was tried too often');
    await pressIn(dialog, 'Change number');
    await number.fill('+44 7400 123456');
    t.equal(await dialog.getByLabel('Country').inputValue(), 'United Kingdom (+44)');
    await pressIn(dialog, 'Text me a code');
    await field.fill(await texted('+447400123456'));
    await w.kernel.db.pool.query('update sms_code set used_at = now() where used_at is null');
    await pressIn(dialog, 'Confirm');
    await dialog.getByText('The code has expired.').waitFor();
    t.equal(await dialog.getByText('entered wrong too often').count(), 0, 'one that was used was not guessed at');
    await pressIn(dialog, 'Send Again');
    await field.fill(await texted('+447400123456'));
    await pressIn(dialog, 'Confirm');
    await isIn(page);
    await goOut(page, 'Kim');
  });

  /** Opens an invitation of an address, and asks to join. */
  const join = async (address: string): Promise<void> => {
    await w.call(owner, 'POST', '/account/invite-user', { emails: [address], role: 'account_owner' });
    await visitInside(page, '/login?next=/user');
    await page.getByLabel('Email').waitFor();
    await visitInside(page, await linkOf(address));
    await page.getByLabel('Full name').fill('Bo Ek');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Repeat password').fill(password);
    await page.getByRole('checkbox').check();
    await pressIn(page, 'Join team');
  };

  await t.test('who is invited shows a number to be theirs before they join', async () => {
    await join('bo@marlow.test');
    await dialog.getByLabel('Phone number').fill('201 555 0177');
    await pressIn(dialog, 'Text me a code');
    const arabic = (await texted('+12015550177')).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    await dialog.getByLabel('6-digit code').fill(arabic);
    await pressIn(dialog, 'Confirm');
    await page.getByRole('heading', { name: 'You are joining the team' }).waitFor();
  });

  await t.test('or sets up an authenticator app', async () => {
    await join('newcomer@marlow.test');
    await pressIn(dialog, 'Set up authenticator app');
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await dialog.getByLabel('6-digit code').fill(await generate({ secret }));
    await pressIn(dialog, 'Confirm');
    await page.getByRole('heading', { name: 'You are joining the team' }).waitFor();
  });

  await t.test('who has nothing yet may set up an authenticator app instead, and comes in by its code', async (t) => {
    const kim = (await w.inject('GET', '/api/account/users', { as: owner })).json().data[1];
    t.equal(kim.email, 'kim@marlow.test');
    await w.kernel.db.pool.query('delete from user_phone where user_id = $1', [kim.id]);
    await visitInside(page, '/login?next=/user');
    await signIn(page, 'kim@marlow.test');
    await dialog.getByLabel('Phone number').waitFor();
    await pressIn(dialog, 'Set up authenticator app');
    await dialog.getByRole('heading', { name: 'Set up authenticator app' }).waitFor();
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await looks(t, page, 'setting up an app');
    await pressIn(dialog, 'Get a text message');
    await dialog.getByLabel('Phone number').waitFor();
    await pressIn(dialog, 'Set up authenticator app');
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    const right = await generate({ secret });
    const field = dialog.getByLabel('6-digit code');
    await field.fill(wrong(right));
    await pressIn(dialog, 'Confirm');
    await dialog.getByText('The code is incorrect. Please try again.').waitFor();
    await field.fill(await generate({ secret }));
    await pressIn(dialog, 'Confirm');
    await dialog.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    t.equal(new Set(await dialog.locator('li code').allInnerTexts()).size, 10);
    await looks(t, page, 'the codes');
    await pressIn(dialog, 'Done');
    await isIn(page);
    await page.getByText('10 codes left').waitFor();
    await page.getByText(/^On since/).waitFor();
    await goOut(page, 'Kim');
  });

  let recovery: string[] = [];
  let last = '';
  await t.test('a code by text is pasted into six boxes, expires after 120 seconds and is sent again', async (t) => {
    // There is a choice now: the text is sent all the same, since its step is the one that opens.
    recovery = (await w.call(owner, 'POST', '/user/recovery_codes', { password })).codes;
    await page.clock.install();
    await page.reload();
    await signIn(page, owner.email);
    const field = dialog.getByLabel('6-digit code');
    const confirm = dialog.getByRole('button', { name: 'Confirm', exact: true });
    const first = await texted(phone);
    await dialog.getByText(/^[12]:\d\d left$/).waitFor();
    await field.fill('12345');
    t.ok(await confirm.isDisabled(), 'five digits are none');
    await pasted(field, `Your code is ${first.slice(0, 3)} ${first.slice(3)}.`);
    t.equal(await field.inputValue(), first);
    t.ok(await confirm.isEnabled());
    t.equal(await dialog.locator('[data-near]').count(), 0);
    await page.clock.fastForward(106_000);
    await dialog.locator('[data-near]').waitFor();
    await looks(t, page, 'the last seconds');
    await page.clock.fastForward(15_000);
    await dialog.getByText('The code has expired.').waitFor();
    t.ok(await field.isDisabled());
    t.equal(await confirm.count(), 0);
    await looks(t, page, 'an expired code');
    await pressIn(dialog, 'Send Again');
    const second = await texted(phone);
    await dialog.getByText(/^(2:00|1:5\d) left$/).waitFor();
    // What came before is replaced: it is no code any more.
    await field.fill(first);
    await confirm.click();
    await dialog.getByText('The code is incorrect. Please try again.').waitFor();
    await dialog.getByText('4 tries left').waitFor();
    await looks(t, page, 'a wrong code, with the tries that are left');
    for (const left of ['3 tries left', '2 tries left', '1 try left']) {
      await confirm.click();
      await dialog.getByText(left).waitFor();
    }
    await field.fill(second);
    last = second;
    await confirm.click();
    await isIn(page);
    await goOut(page, 'Nora');
  });

  await t.test('where a further text is refused, the last one still opens, and none is waited for', async (t) => {
    const unsent = async () => {
      await dialog.getByText('Enter the code from your last text message, or send a new one.').waitFor();
      await dialog.getByText(/^You've asked for several codes/).waitFor();
      t.ok(await dialog.getByRole('button', { name: 'Send Again' }).isEnabled());
      t.equal(await dialog.getByRole('timer').count(), 0);
    };
    await signIn(page, owner.email);
    await unsent();
    await looks(t, page, 'no code was sent');
    // As though the one before had not been typed in.
    await w.kernel.db.pool.query('update sms_code set used_at = null, tries = 0 where code_hash is not null');
    await dialog.getByLabel('6-digit code').fill(last);
    await pressIn(dialog, 'Confirm');
    await isIn(page);
    await goOut(page, 'Nora');
    await signIn(page, owner.email);
    await unsent();
    await pressIn(dialog, 'Use a recovery code');
    await pressIn(dialog, 'Get a text message');
    await unsent();
    await pressIn(dialog, 'Use a recovery code');
    await dialog.getByLabel('Recovery code').fill(recovery[0]!);
    await pressIn(dialog, 'Confirm');
    await isIn(page);
    await pressIn(page, 'Make new codes');
    await pressIn(dialog, 'Use another way');
    await pressIn(dialog, 'Get a text message');
    await unsent();
  });
});
