import { type Area, inTurn, press } from '../state.ts';

/** Help and resources. */
export const helpStates: Area = {
  area: 'help',
  states: [
    { name: 'page', path: '/help' },
    { name: 'newcomer', path: '/help', as: 'newcomer' },
    { name: 'onboarding', path: '/', as: 'newcomer', begins: '[role=dialog]', part: 'screen' },
    {
      name: 'onboarding-app',
      path: '/',
      as: 'newcomer',
      begins: '[role=dialog]',
      reach: press('Next'),
      part: 'screen',
    },
    {
      name: 'onboarding-details',
      path: '/',
      as: 'newcomer',
      begins: '[role=dialog]',
      reach: inTurn(
        press('Next'),
        async (page) => {
          const id = page.getByPlaceholder('id1234567 or com.example.myapp');
          if (!(await id.isVisible())) await page.getByRole('button', { name: 'Back' }).click();
          await id.fill('');
        },
        press('Next'),
        (page) => page.getByRole('combobox', { name: 'Country' }).fill('Sw'),
      ),
      part: 'screen',
    },
    { name: 'of-creator', path: '/help', as: 'creator' },
    { name: 'topic', path: '/help', reach: (page) => page.getByText('Target a group').first().click(), part: 'page' },
    {
      name: 'ways-back',
      path: '/help',
      reach: (page) => page.getByText('You lost your phone or authenticator app').click(),
      part: 'page',
    },
  ],
};
