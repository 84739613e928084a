import type { Area } from '../state.ts';
import { onboardingStates } from './onboarding.ts';

/** Help and resources. */
export const helpStates: Area = {
  area: 'help',
  states: [
    { name: 'page', path: '/help' },
    { name: 'newcomer', path: '/help', as: 'newcomer' },
    ...onboardingStates,
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
