import type { Page } from 'playwright-core';
import { pictureTime } from '../picture-time.ts';
import { type Area, failing, holdBack, inTurn, press } from '../state.ts';
import { deviceStates } from './settings-devices.ts';
import { referralStates } from './settings-referral.ts';
import { teamStates } from './settings-team.ts';

const unfold = press('Expand the instances of Nordvik');
const more = press('More actions for Nordvik');

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
const answered = (path: string, json: object) => (page: Page) => page.route(path, (route) => route.fulfill({ json }));
const all =
  (...answers: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const answer of answers) await answer(page);
  };
const inDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const byPassword = inTurn(
  (page) => page.getByRole('dialog').getByLabel('Current password').fill('six-or-more'),
  inDialog('Continue'),
);
const without = (count: number, names: readonly string[]) => answered('**/api/account/otp', { data: { count, names } });
const renaming = inTurn(press('More actions for Work phone'), press('Rename', 'menuitem'));
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Storyrail:amelia@nordvik.example?secret=${secret}&issuer=Storyrail`;
const codes = ['rtgef-etrku', 'z8b2v-az92e', 'ebyah-h9ydf', 'dkbab-nek9n', 'rp9tr-u69kd'];
const number = inTurn(press('Add number'), byPassword, (page) =>
  page.getByRole('textbox', { name: 'Phone number' }).waitFor(),
);

/** The settings of the account, the person, the apps, the plan and the team, with their dialogs. */
export const settingsStates: Area = {
  area: 'settings',
  states: [
    { name: 'account', path: '/account' },
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
    { name: 'user-factors', path: '/user', answers: all(sessions, withFactors) },
    { name: 'user-factors-of-everyone', path: '/user', answers: all(sessions, withFactors, everyone) },
    { name: 'set-up-authenticator', path: '/user', answers: sessions, reach: press('Set up') },
    {
      name: 'set-up-authenticator-code',
      path: '/user',
      answers: all(sessions, answered('**/api/user/totp', { data: { secret, uri } })),
      reach: inTurn(press('Set up'), byPassword),
    },
    {
      name: 'recovery-codes',
      path: '/user',
      answers: all(sessions, withFactors, answered('**/api/user/recovery_codes', { data: { codes } })),
      reach: inTurn(press('Make new codes'), byPassword),
    },
    {
      name: 'another-proof',
      path: '/user',
      answers: all(sessions, withFactors),
      reach: inTurn(press('Remove authenticator app'), inDialog('Use another way')),
    },
    {
      name: 'another-proof-by-code',
      path: '/user',
      answers: all(sessions, withFactors),
      reach: inTurn(press('Remove authenticator app'), inDialog('Use another way'), inDialog('Use authenticator app')),
    },
    {
      name: 'phone-number',
      path: '/user',
      answers: all(sessions, answered('**/api/user/confirm', { data: null })),
      reach: number,
    },
    {
      name: 'phone-number-country',
      path: '/user',
      answers: all(sessions, answered('**/api/user/confirm', { data: null })),
      reach: inTurn(number, (page) => page.getByLabel('Country').fill('sw')),
    },
    {
      name: 'phone-number-short',
      path: '/user',
      answers: all(sessions, answered('**/api/user/confirm', { data: null })),
      reach: inTurn(
        number,
        (page) => page.getByRole('textbox', { name: 'Phone number' }).fill('555 01'),
        inDialog('Text me a code'),
      ),
    },
    {
      name: 'require-factors',
      path: '/user',
      answers: all(sessions, withFactors, without(7, ['Nora Lindqvist', 'Kim Hall', 'Sam Ek', 'Ada Berg', 'Bo Lund'])),
      reach: inTurn(press('Require two-factor login'), (page) => page.getByText('and 2 more').waitFor()),
    },
    {
      name: 'require-factors-of-nobody',
      path: '/user',
      answers: all(sessions, withFactors, without(0, [])),
      reach: inTurn(press('Require two-factor login'), (page) =>
        page.getByText('Everyone already has a second factor.').waitFor(),
      ),
    },
    {
      name: 'passkey-actions',
      path: '/user',
      answers: all(sessions, withFactors),
      reach: press('More actions for Work phone'),
    },
    { name: 'rename-passkey', path: '/user', answers: all(sessions, withFactors), reach: renaming },
    {
      name: 'rename-passkey-unfilled',
      path: '/user',
      answers: all(sessions, withFactors),
      reach: inTurn(renaming, (page) => page.getByRole('dialog').getByLabel('Name').fill(''), inDialog('Rename')),
    },
    {
      name: 'user-password-changed',
      path: '/user',
      answers: all(sessions, changed('**/api/user', { ts_registration: now - 90 * day, ts_password: now - 23 * day })),
    },
    {
      name: 'user-email',
      path: '/user',
      answers: sessions,
      reach: (page) => page.getByLabel('Email', { exact: true }).fill('nora@nordvik.example'),
    },
    { name: 'apps', path: '/apps' },
    { name: 'apps-of-creator', path: '/apps', as: 'creator' },
    { name: 'apps-newcomer', path: '/apps', as: 'newcomer' },
    { name: 'of-broadcaster', path: '/settings', as: 'broadcaster' },
    { name: 'unfolded', path: '/apps', reach: unfold, part: 'page' },
    { name: 'app-menu', path: '/apps', reach: more },
    { name: 'add-app', path: '/apps?add=1' },
    { name: 'add-app-of-newcomer', path: '/apps?add=1', as: 'newcomer' },
    { name: 'qr', path: '/apps', reach: press('QR code of Nordvik') },
    { name: 'scheme', path: '/apps', reach: press('Set URL scheme of Nordvik') },
    { name: 'import', path: '/apps', reach: inTurn(more, press('Import stories', 'menuitem')) },
    { name: 'sdk-health', path: '/apps', reach: inTurn(more, press('SDK health', 'menuitem')) },
    {
      name: 'sdk-health-loading',
      path: '/apps',
      answers: holdBack('**/api/app/sdk_health*'),
      reach: inTurn(more, press('SDK health', 'menuitem')),
    },
    { name: 'ads', path: '/apps', reach: inTurn(more, press('Ad Settings', 'menuitem')) },
    { name: 'delete-app', path: '/apps', reach: inTurn(more, press('Delete app', 'menuitem')) },
    { name: 'add-instance', path: '/apps', reach: inTurn(unfold, press('Add Instance')) },
    { name: 'rename-instance', path: '/apps', reach: inTurn(unfold, press('Rename Basket')) },
    { name: 'delete-instance', path: '/apps', reach: inTurn(unfold, press('Delete Basket')) },
    { name: 'payment', path: '/settings/payment' },
    { name: 'payment-newcomer', path: '/settings/payment', as: 'newcomer' },
    { name: 'payment-loading', path: '/settings/payment', answers: holdBack('**/api/payment/plan') },
    { name: 'payment-failed', path: '/settings/payment', answers: failing('**/api/payment/plan') },
    { name: 'payment-refused', path: '/settings/payment', as: 'shopOwner' },
    ...teamStates,
    ...deviceStates,
    ...referralStates,
  ],
};
