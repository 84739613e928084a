import type { Page } from 'playwright-core';
import { pictureTime } from '../picture-time.ts';
import { allOf, answered, failing, holdBack, inTurn, press, type State } from '../state.ts';

const day = 86_400;
const now = pictureTime / 1000;
const session = (id: number, more: object) => ({ id: `019b76da-a800-7000-8000-00000000000${id}`, ...more });
const own = { current: false, staff_name: null };
/** The sessions of somebody who looks at each page in one of their own: the same few, each time. */
const sessions = (page: Page) =>
  page.route('**/api/user/session', (route) =>
    route.fulfill({
      json: {
        total: 4,
        data: [
          session(1, {
            ...own,
            device: 'Chrome on macOS',
            kind: 'computer',
            address: '203.0.113.x',
            ts_created: now - 18 * day,
            ts_last_use: now - 120,
            current: true,
          }),
          session(2, {
            ...own,
            device: 'Safari on iOS',
            kind: 'phone',
            address: '2001:db8:7:x',
            ts_created: now - 9 * day,
            ts_last_use: now - 900,
          }),
          session(3, {
            ...own,
            device: null,
            kind: 'program',
            address: null,
            ts_created: now - 300,
            ts_last_use: now - 300,
            staff_name: 'Sam Reed',
          }),
          session(4, {
            ...own,
            device: 'Firefox on Windows',
            kind: 'computer',
            address: null,
            ts_created: now - 30 * day,
            ts_last_use: now - 2 * day,
          }),
        ],
      },
    }),
  );

const factor = (type: string, more: object = {}) => ({
  type,
  id: null,
  label: null,
  ts_created: now - 23 * day,
  ts_used: now - 2 * day,
  left: null,
  ...more,
});
const allFactors = [
  factor('passkey', { id: '019b76da-a800-7000-8000-000000000011', label: 'Chrome on macOS' }),
  factor('passkey', { id: '019b76da-a800-7000-8000-000000000012', label: 'Work phone', ts_used: null }),
  factor('totp'),
  factor('sms', { label: '18' }),
  factor('recovery_codes', { left: 8 }),
];
const changed = (path: string, more: object) => (page: Page) =>
  page.route(path, async (route) => {
    const answer = await route.fetch();
    const { data, ...envelope } = await answer.json();
    await route.fulfill({ response: answer, json: { ...envelope, data: { ...data, ...more } } });
  });
/** Somebody who has set up all there is. */
const withFactors = changed('**/api/user', { phone_number: '18', factors: allFactors });
const everyone = changed('**/api/account', { sms_otp: true });
const inDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const byPassword = inTurn(
  (page) => page.getByRole('dialog').getByLabel('Current password').fill('six-or-more'),
  inDialog('Continue'),
);
const without = (count: number, names: readonly string[]) =>
  answered('**/api/account/otp', 200, { data: { count, names } });
const renaming = inTurn(press('More actions for Work phone'), press('Rename', 'menuitem'));
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Storyrail:amelia@nordvik.example?secret=${secret}&issuer=Storyrail`;
const codes = ['rtgef-etrku', 'z8b2v-az92e', 'ebyah-h9ydf', 'dkbab-nek9n', 'rp9tr-u69kd'];
const number = inTurn(press('Add number'), byPassword, (page) =>
  page.getByRole('textbox', { name: 'Phone number' }).waitFor(),
);
const code = (page: Page) => page.getByRole('dialog').getByLabel('6-digit code').fill('481723');
const wrongCode = {
  code: 'OtpCodeNotValid',
  message: 'The code is incorrect. Please try again.',
  errors: [{ path: 'otp_code', message: 'The code is incorrect. Please try again.', tries_left: 3 }],
};
/** A new number: it gets a code, which this one is not. */
const texting = (page: Page) =>
  page.route('**/api/user/update_phone_number', (route) =>
    route.request().postDataJSON().otp_code
      ? route.fulfill({ status: 422, json: wrongCode })
      : route.fulfill({ json: { data: null, message: null } }),
  );
const confirmed = answered('**/api/user/confirm', 200, { data: null });
const numbered = inTurn(
  number,
  (page) => page.getByRole('textbox', { name: 'Phone number' }).fill('(201) 555-0123'),
  inDialog('Text me a code'),
  (page) => page.getByText('We texted 6 digits').waitFor(),
);
const social = (...providers: readonly string[]) =>
  providers.map((provider) => ({ provider, ts_created: now - 40 * day }));
const connected = changed('**/api/user', { social: social('google', 'linkedin') });
const movingEmail = inTurn(
  (page) => page.getByLabel('Email', { exact: true }).fill('nora@nordvik.example'),
  press('Save'),
  (page) => page.getByRole('dialog').waitFor(),
);

/** The person's own settings with their dialogs. */
export const ownSettingsStates: readonly State[] = [
  { name: 'user', path: '/user', answers: sessions },
  { name: 'user-unfilled', path: '/user', answers: sessions, reach: press('Change password') },
  { name: 'user-sessions-loading', path: '/user', answers: holdBack('**/api/user/session') },
  { name: 'user-sessions-failed', path: '/user', answers: failing('**/api/user/session') },
  { name: 'sign-out-everywhere', path: '/user', answers: sessions, reach: press('Sign out everywhere') },
  {
    name: 'sign-out-everywhere-unfilled',
    path: '/user',
    answers: sessions,
    reach: inTurn(press('Sign out everywhere'), (page) =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click(),
    ),
  },
  { name: 'user-factors', path: '/user', answers: allOf(sessions, withFactors) },
  { name: 'user-factors-of-everyone', path: '/user', answers: allOf(sessions, withFactors, everyone) },
  { name: 'set-up-authenticator', path: '/user', answers: sessions, reach: press('Set up') },
  {
    name: 'set-up-authenticator-code',
    path: '/user',
    answers: allOf(sessions, answered('**/api/user/totp', 200, { data: { secret, uri } })),
    reach: inTurn(press('Set up'), byPassword),
  },
  {
    name: 'recovery-codes',
    path: '/user',
    answers: allOf(sessions, withFactors, answered('**/api/user/recovery_codes', 200, { data: { codes } })),
    reach: inTurn(press('Make new codes'), byPassword),
  },
  {
    name: 'another-proof',
    path: '/user',
    answers: allOf(sessions, withFactors),
    reach: inTurn(press('Remove authenticator app'), inDialog('Use another way')),
  },
  {
    name: 'another-proof-by-code',
    path: '/user',
    answers: allOf(sessions, withFactors),
    reach: inTurn(press('Remove authenticator app'), inDialog('Use another way'), inDialog('Use authenticator app')),
  },
  {
    name: 'phone-number',
    path: '/user',
    answers: allOf(sessions, answered('**/api/user/confirm', 200, { data: null })),
    reach: number,
  },
  {
    name: 'phone-number-country',
    path: '/user',
    answers: allOf(sessions, answered('**/api/user/confirm', 200, { data: null })),
    reach: inTurn(number, (page) => page.getByLabel('Country').fill('sw')),
  },
  {
    name: 'phone-number-short',
    path: '/user',
    answers: allOf(sessions, answered('**/api/user/confirm', 200, { data: null })),
    reach: inTurn(
      number,
      (page) => page.getByRole('textbox', { name: 'Phone number' }).fill('555 01'),
      inDialog('Text me a code'),
    ),
  },
  {
    name: 'require-factors',
    path: '/user',
    answers: allOf(sessions, withFactors, without(7, ['Nora Lindqvist', 'Kim Hall', 'Sam Ek', 'Ada Berg', 'Bo Lund'])),
    reach: inTurn(press('Require two-factor login'), (page) => page.getByText('and 2 more').waitFor()),
  },
  {
    name: 'require-factors-of-nobody',
    path: '/user',
    answers: allOf(sessions, withFactors, without(0, [])),
    reach: inTurn(press('Require two-factor login'), (page) =>
      page.getByText('Everyone already has a second factor.').waitFor(),
    ),
  },
  {
    name: 'passkey-actions',
    path: '/user',
    answers: allOf(sessions, withFactors),
    reach: press('More actions for Work phone'),
  },
  { name: 'rename-passkey', path: '/user', answers: allOf(sessions, withFactors), reach: renaming },
  {
    name: 'rename-passkey-unfilled',
    path: '/user',
    answers: allOf(sessions, withFactors),
    reach: inTurn(renaming, (page) => page.getByRole('dialog').getByLabel('Name').fill(''), inDialog('Rename')),
  },
  {
    name: 'user-password-changed',
    path: '/user',
    answers: allOf(sessions, changed('**/api/user', { ts_registration: now - 90 * day, ts_password: now - 23 * day })),
  },
  {
    name: 'user-email',
    path: '/user',
    answers: sessions,
    reach: (page) => page.getByLabel('Email', { exact: true }).fill('nora@nordvik.example'),
  },
  { name: 'change-email', path: '/user', answers: sessions, reach: movingEmail },
  {
    name: 'change-email-wrong-password',
    path: '/user',
    answers: sessions,
    reach: inTurn(
      movingEmail,
      (page) => page.getByRole('dialog').getByLabel('Current password').fill('not-this-one'),
      inDialog('Change email'),
      (page) => page.getByRole('dialog').getByRole('alert').first().waitFor(),
    ),
  },
  {
    name: 'user-email-pending',
    path: '/user',
    answers: allOf(sessions, changed('**/api/user', { pending_email: 'nora@nordvik.example' })),
  },
  { name: 'user-social', path: '/user', answers: allOf(sessions, connected) },
  {
    name: 'user-social-only',
    path: '/user',
    answers: allOf(sessions, changed('**/api/user', { social: social('google'), has_password: false })),
  },
  {
    name: 'disconnect-social',
    path: '/user',
    answers: allOf(sessions, connected),
    reach: press('Disconnect LinkedIn'),
  },
  { name: 'phone-code', path: '/user', answers: allOf(sessions, confirmed, texting), reach: numbered },
  {
    name: 'phone-code-wrong',
    path: '/user',
    answers: allOf(sessions, confirmed, texting),
    reach: inTurn(numbered, code, inDialog('Confirm'), (page) => page.getByText('3 tries left').waitFor()),
  },
  {
    name: 'set-up-authenticator-wrong-code',
    path: '/user',
    answers: allOf(
      sessions,
      answered('**/api/user/totp', 200, { data: { secret, uri } }),
      answered('**/api/user/totp/verify', 422, {
        ...wrongCode,
        errors: [{ ...wrongCode.errors[0], path: 'totp_code' }],
      }),
    ),
    reach: inTurn(press('Set up'), byPassword, code, inDialog('Verify'), (page) =>
      page.getByRole('dialog').getByRole('alert').first().waitFor(),
    ),
  },
  { name: 'user-passkeys', path: '/user', named: true, answers: allOf(sessions, withFactors) },
  {
    name: 'add-passkey',
    path: '/user',
    named: true,
    answers: sessions,
    reach: inTurn(press('Add a passkey'), (page) => page.getByRole('dialog').waitFor()),
  },
  {
    name: 'remove-passkey',
    path: '/user',
    named: true,
    answers: allOf(sessions, withFactors),
    reach: inTurn(press('More actions for Work phone'), press('Remove', 'menuitem'), inDialog('Use another way')),
  },
  {
    name: 'proof-by-passkey',
    path: '/user',
    named: true,
    answers: allOf(sessions, withFactors),
    reach: inTurn(press('Remove authenticator app'), inDialog('Use another way'), inDialog('Use a passkey')),
  },
  {
    name: 'proof-by-recovery-code',
    path: '/user',
    answers: allOf(sessions, withFactors),
    reach: inTurn(press('Remove authenticator app'), inDialog('Use another way'), inDialog('Use a recovery code')),
  },
];
