import { demoAccount } from '#kernel/http/demo-account.ts';
import { type Area, emptied, failing, holdBack, inTurn, pointAtChart, press, type State } from '../state.ts';

const account = `/admin/accounts/${demoAccount}`;
const userMenu = press('Actions for Emil Strand');

/** The account as it would be without an owner, and with somebody proposed. */
const ownerGone =
  (more: object = {}): State['answers'] =>
  (page) =>
    page.route('**/api/admin/account/**', async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      await route.fulfill({ json: { ...json, data: { ...json.data, owner_missing: 1, ...more } } });
    });
const proposal = {
  id: demoAccount,
  user_id: demoAccount,
  name: 'Emil Strand',
  email: 'emil@fjord.test',
  invited: false,
  staff: { id: demoAccount, name: 'Otto Ruiz' },
  reason: 'The owner left the company',
  ts_expires: 1_796_000_000,
};
const proposed = ownerGone({ owner_proposal: proposal });

const release = (at: number, platform: string, version: string) => ({
  id: `0190a000-0000-7000-8000-00000000000${at}`,
  ts_created: 1_790_000_000 - at * 1_000_000,
  platform,
  version,
  url: `https://storyrail.example/sdk/${platform}/${version}`,
  user: { id: demoAccount, name: 'Sam Okafor' },
  accounts: 40 - at * 7,
  apps: 61 - at * 9,
});
const releases = [release(1, 'android', '2.9.0'), release(2, 'ios', '2.9.0'), release(3, 'web', '1.1.0')];
const withReleases: State['answers'] = (page) =>
  page.route('**/api/admin/sdk_release*', (route) =>
    route.fulfill({ json: { data: releases, total: releases.length, message: null } }),
  );
const disabled: State['answers'] = (page) =>
  page.route('**/api/admin/user?*', async (route) => {
    const answer = await route.fetch();
    const { data, ...envelope } = await answer.json();
    const rows = data.map((row: { lastname: string }) => ({ ...row, disabled: row.lastname === 'Strand' }));
    await route.fulfill({ response: answer, json: { ...envelope, data: rows } });
  });

const promoCode = (at: number, code: string, more: object) => ({
  ...{ id: `0190a000-0000-7000-8000-00000000001${at}`, code, amount_off: null, percent_off: null, months: null },
  ...{ redemptions: at * 13, max_redemptions: null, ts_ends: null, ts_ended: null, state: 'active' },
  ts_created: 1_790_000_000 - at * 1_000_000,
  ...more,
});
const promoCodes = [
  promoCode(1, 'SPRING', { percent_off: 50, months: 3, max_redemptions: 100, ts_ends: 1_800_000_000 }),
  promoCode(2, 'PARTNER-26', { amount_off: 5000 }),
  promoCode(3, 'LAUNCH', { percent_off: 20, max_redemptions: 39, state: 'used_up' }),
  promoCode(4, 'AUTUMN', { percent_off: 10, state: 'ended', ts_ended: 1_791_000_000 }),
];
const withPromoCodes: State['answers'] = (page) =>
  page.route('**/api/admin/promo_code*', (route) =>
    route.fulfill({
      headers: { 'content-range': `promo_code 0-3/${promoCodes.length}` },
      json: { data: promoCodes, total: promoCodes.length, message: null },
    }),
  );
const unpaid: State['answers'] = (page) =>
  page.route('**/api/admin/stats*', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    const first = ['Fjord Outdoor', 'Kasa Home'].map((name, at) => ({
      ...{ account_id: demoAccount, name, amount: 69_900 + at * 30_000 },
      ...{ ts_since: 1_790_000_000 + at * 86_400, ts_next: 1_790_259_200 + at * 86_400 },
    }));
    const payments = { ...json.data.payments, failed: { accounts: 2, monthly: 169_800, first } };
    await route.fulfill({ response: answer, json: { ...json, data: { ...json.data, payments } } });
  });
const billing = `${account}?tab=billing`;

const states: readonly State[] = [
  { name: 'summary', path: '/admin' },
  { name: 'summary-unpaid', path: '/admin', answers: unpaid },
  { name: 'not-found', path: '/admin/no-such-page' },
  { name: 'summary-stories', path: '/admin', reach: press('New stories', 'radio'), part: 'page' },
  { name: 'summary-day', path: '/admin', reach: pointAtChart(/chart/, 0.5) },
  { name: 'summary-loading', path: '/admin', answers: holdBack('**/api/admin/stats*') },
  { name: 'summary-failed', path: '/admin', answers: failing('**/api/admin/stats*') },
  { name: 'users', path: '/admin/users' },
  { name: 'users-none', path: '/admin/users', answers: emptied('**/api/admin/user*') },
  { name: 'users-loading', path: '/admin/users', answers: holdBack('**/api/admin/user*') },
  { name: 'users-failed', path: '/admin/users', answers: failing('**/api/admin/user*') },
  { name: 'users-filters', path: '/admin/users', reach: press('Filters') },
  { name: 'users-menu', path: '/admin/users', reach: userMenu },
  {
    name: 'users-login-as',
    path: '/admin/users',
    reach: inTurn(userMenu, press('Login as a user', 'menuitem')),
  },
  ...(['Reset second factors', 'End sessions', 'Disable user'] as const).map((act) => ({
    name: `users-${act.toLowerCase().replaceAll(' ', '-')}`,
    path: '/admin/users',
    reach: inTurn(userMenu, press(act, 'menuitem')),
  })),
  {
    name: 'users-enable-user',
    path: '/admin/users',
    answers: disabled,
    reach: inTurn(userMenu, press('Enable user', 'menuitem')),
  },
  { name: 'accounts', path: '/admin/accounts' },
  { name: 'accounts-filters', path: '/admin/accounts', reach: press('Filters') },
  { name: 'account', path: account, part: 'screen' },
  { name: 'account-no-owner', path: account, answers: ownerGone(), part: 'screen' },
  { name: 'account-propose-owner', path: account, answers: ownerGone(), reach: press('Propose an owner') },
  { name: 'account-owner-proposed', path: account, answers: proposed, part: 'screen' },
  { name: 'account-owner-agree', path: account, answers: proposed, reach: press('Agree') },
  { name: 'account-people', path: `${account}?tab=people` },
  { name: 'account-plan', path: `${account}?tab=overview` },
  { name: 'account-billing', path: billing },
  { name: 'account-billing-failed', path: billing, answers: failing('**/api/admin/account/*/billing') },
  { name: 'account-custom-plan', path: billing, reach: press('Custom plan') },
  { name: 'account-credit', path: billing, reach: press('Give credit') },
  { name: 'account-premium', path: account, reach: press('Set Premium') },
  { name: 'account-loading', path: account, answers: holdBack('**/api/admin/account/**') },
  { name: 'account-unknown', path: '/admin/accounts/0190a000-0000-7000-8000-000000000000' },
  { name: 'promo-codes', path: '/admin/promo-codes', answers: withPromoCodes },
  { name: 'promo-codes-none', path: '/admin/promo-codes' },
  { name: 'promo-codes-make', path: '/admin/promo-codes', reach: press('Make a code') },
  {
    name: 'promo-codes-end',
    path: '/admin/promo-codes',
    answers: withPromoCodes,
    reach: press('End SPRING'),
  },
  { name: 'deal-codes-none', path: '/admin/deal-codes' },
  { name: 'deal-codes-make', path: '/admin/deal-codes', reach: press('Make codes') },
  { name: 'sdk-releases', path: '/admin/sdk-releases', answers: withReleases },
  { name: 'sdk-releases-none', path: '/admin/sdk-releases' },
  { name: 'sdk-releases-announce', path: '/admin/sdk-releases', reach: press('Announce release') },
  { name: 'history', path: '/admin/history', part: 'screen' },
  { name: 'events', path: '/admin/events' },
  { name: 'events-found', path: `/admin/events?find=${demoAccount}` },
  { name: 'events-none', path: '/admin/events?find=0190a000-0000-7000-8000-000000000000' },
  { name: 'events-stream', path: `/admin/events?stream=account-${demoAccount}&version=2` },
  { name: 'health', path: '/admin/health' },
  { name: 'health-rebuild', path: '/admin/health', reach: press('Rebuild history') },
  { name: 'colours', path: '/admin', reach: press('Theme') },
];

/** The area of staff. */
export const adminStates: Area = { area: 'admin', as: 'staff', states };
