import type { Page } from 'playwright-core';
import { answered, inTurn, press, type State } from '../state.ts';

const step = { path: '/', as: 'newcomer', first: true, begins: '[role=dialog]', part: 'screen' } as const;
const storeId = (page: Page) => page.getByPlaceholder('id1234567 or com.example.myapp');
const emptied = async (page: Page) => {
  const id = storeId(page);
  if (!(await id.isVisible())) await page.getByRole('button', { name: 'Back' }).click();
  await id.fill('');
};
const named = (id: string) => inTurn(press('Next'), emptied, (page) => storeId(page).fill(id), press('Next'));
const found = (...apps: readonly object[]) => answered('**/api/app/find*', 200, { data: apps });
const inStore = {
  store_id: 'com.harbour.market',
  store_type: 'android',
  title: 'Harbour Market',
  developer: 'Harbour',
  category: 'Shopping',
  icon: null,
  url: 'https://play.google.com/store/apps/details?id=com.harbour.market',
};

/** The three steps of the first sign-in. */
export const onboardingStates: readonly State[] = [
  { ...step, name: 'onboarding' },
  { ...step, name: 'onboarding-app', reach: press('Next') },
  {
    ...step,
    name: 'onboarding-app-found',
    answers: found(inStore),
    reach: inTurn(named('com.harbour.market'), (page) => page.getByText('Harbour Market').waitFor()),
  },
  {
    ...step,
    name: 'onboarding-app-missing',
    answers: found(),
    reach: inTurn(named('com.harbour.market'), (page) => page.getByRole('alert').first().waitFor()),
  },
  {
    ...step,
    name: 'onboarding-app-refused',
    reach: inTurn(named('com.instagram.android'), (page) =>
      page.getByRole('button', { name: 'Try another' }).waitFor(),
    ),
  },
  {
    ...step,
    name: 'onboarding-details',
    reach: inTurn(press('Next'), emptied, press('Next'), (page) =>
      page.getByRole('combobox', { name: 'Country' }).fill('Sw'),
    ),
  },
];
