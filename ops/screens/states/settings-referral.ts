import type { Page } from 'playwright-core';
import { failing, holdBack, press, type State } from '../state.ts';

const path = '/settings/refferal';
const list = '**/api/account/referral?*';

/** Who came, with the same code in each picture. */
const answers =
  (companies: readonly [name: string, day: string][]) =>
  async (page: Page): Promise<void> => {
    await page.route('**/api/account', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const own = { referral_token: 'N7RTH6', referral_link: 'https://stories.example/register?referral=N7RTH6' };
      await route.fulfill({ response: answer, json: { data: { ...data, ...own } } });
    });
    await page.route('**/dashboard-popup', (route) => route.fulfill({ json: { data: [] } }));
    await page.route(list, (route) =>
      route.fulfill({
        json: { data: companies.map(([name, day]) => ({ name, day, state: 'waiting' })), total: companies.length },
      }),
    );
  };
const some = answers([
  ['Kasa Home', '2026-11-14'],
  ['Hyll & Co', '2026-11-10'],
  ['Fjord Outdoor', '2026-11-02'],
  ['Bakgård', '2026-10-28'],
]);
const nobody = answers([]);
const without = (state: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await nobody(page);
  await state(page);
};

/** Refer a Friend: who came with the code, and its rules. */
export const referralStates: readonly State[] = [
  { name: 'referral', path, answers: some },
  { name: 'referral-of-app-owner', path, as: 'shopOwner', answers: some },
  { name: 'referral-of-creator', path, as: 'creator', answers: some },
  { name: 'referral-nobody', path, answers: nobody },
  { name: 'referral-rules', path, answers: some, reach: press('About the code') },
  { name: 'referral-loading', path, answers: without(holdBack(list)) },
  { name: 'referral-failed', path, answers: without(failing(list)) },
];
