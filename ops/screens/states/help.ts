import type { Area } from '../state.ts';

/** Help and resources. */
export const helpStates: Area = {
  area: 'help',
  states: [
    { name: 'page', path: '/help' },
    { name: 'newcomer', path: '/help', as: 'newcomer' },
    { name: 'of-creator', path: '/help', as: 'creator' },
    { name: 'topic', path: '/help', reach: (page) => page.getByText('Target a group').first().click(), part: 'page' },
  ],
};
