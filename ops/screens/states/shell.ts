import { type Area, emptied, failing, holdBack, press } from '../state.ts';

/** What surrounds the pages: bar, menus, and what stands in place of a page. */
export const shellStates: Area = {
  area: 'shell',
  states: [
    { name: 'user-menu', path: '/home', reach: press(/Your menu$/) },
    { name: 'user-menu-of-creator', path: '/home', as: 'creator', reach: press(/Your menu$/) },
    { name: 'app-picker', path: '/home', reach: press(/Change app$/) },
    { name: 'loading', path: '/home', answers: holdBack('**/api/user'), begins: '[data-first="frame"]' },
    { name: 'failed', path: '/home', answers: failing('**/api/account') },
    { name: 'not-found', path: '/no-such-page' },
    { name: 'no-apps', path: '/content', answers: emptied('**/api/app/n/list*') },
  ],
};
