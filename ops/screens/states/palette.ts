import type { Page } from 'playwright-core';
import { type Area, failing, inTurn, press } from '../state.ts';

const open = press(/Search or jump to/);
const words = (text: string) => (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' }).fill(text);

/** The search that leads anywhere. */
export const paletteStates: Area = {
  area: 'palette',
  states: [
    { name: 'open', path: '/home', reach: open },
    { name: 'found', path: '/home', reach: inTurn(open, words('gift')) },
    { name: 'verb', path: '/home', reach: inTurn(open, words('inactivate')) },
    { name: 'verb-and-group', path: '/home', reach: inTurn(open, words('pause sneakers')) },
    { name: 'nothing-found', path: '/home', reach: inTurn(open, words('zzzzzz')) },
    { name: 'failed', path: '/home', answers: failing('**/api/search*'), reach: inTurn(open, words('gift')) },
  ],
};
