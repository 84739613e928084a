import { type Area, press } from '../state.ts';

/** Help and resources. */
export const helpStates: Area = {
  area: 'help',
  states: [
    { name: 'page', path: '/help' },
    { name: 'newcomer', path: '/help', as: 'newcomer' },
    { name: 'of-creator', path: '/help', as: 'creator' },
    { name: 'topic', path: '/help', reach: press('Target a group'), part: 'page' },
  ],
};
