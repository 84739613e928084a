import type { Page } from 'playwright-core';
import { type Area, allOf, failing, inTurn, press, type State, staysOpen } from '../state.ts';

const people = staysOpen(/\/story_group\/presence/);
/** No edit of a picture is saved: each state begins at what is published. */
const unsaved = (page: Page) => page.route('**/api/story/draft', (route) => route.abort());
const alone = allOf(people, unsaved);

const at =
  (group: string, place: number): NonNullable<State['path']> =>
  ({ studioAt }) =>
    studioAt(group, place);
const flowOf =
  (group: string): NonNullable<State['path']> =>
  ({ studioAt }) =>
    `${studioAt(group, 0)}&view=flow`;
const layer = (name: string | RegExp) => (page: Page) =>
  page.getByRole('region', { name: 'Layers' }).getByText(name).first().click();
const tab = (name: string) => press(name, 'radio');
const everything = (page: Page) => page.keyboard.press('ControlOrMeta+a');

/** The studio: canvas, properties, checklist, changes, templates. */
export const studioStates: Area = {
  area: 'studio',
  states: [
    { name: 'story', path: at('Gift guide', 0), answers: alone },
    { name: 'poll', path: at('Gift guide', 0), answers: alone, reach: layer(/\?$/), only: 1440 },
    { name: 'quiz', path: at('New in this week', 1), answers: alone, reach: layer(/\?$/), only: 1440 },
    { name: 'product-tag', path: at('Rain ready', 0), answers: alone, reach: layer(/Shell|Jacket/), only: 1440 },
    { name: 'rating', path: at('Matchday', 0), answers: alone, reach: layer('Rate the match'), only: 1440 },
    { name: 'several', path: at('New in this week', 1), answers: alone, reach: everything, only: 1440 },
    { name: 'templates', path: at('Gift guide', 0), answers: alone, reach: tab('Templates'), only: 1440 },
    { name: 'media', path: at('Gift guide', 0), answers: alone, reach: tab('Media'), only: 1440 },
    { name: 'versions', path: at('Gift guide', 0), answers: alone, reach: press('Changes and versions'), only: 1440 },
    { name: 'checklist', path: at('Gift guide', 0), answers: alone, reach: press(/^Checklist/) },
    {
      name: 'brand',
      path: at('Gift guide', 0),
      answers: alone,
      reach: inTurn(tab('Templates'), press(/brand kit/i)),
      only: 1440,
    },
    { name: 'flow', path: flowOf('Gift guide'), answers: alone, begins: 'aside' },
    { name: 'flow-preview', path: flowOf('Gift guide'), answers: alone, reach: press('Preview flow'), only: 1440 },
    { name: 'keys', path: at('Gift guide', 0), answers: alone, reach: (page) => page.keyboard.press('?'), only: 1440 },
    { name: 'publish', path: at('Gift guide', 0), answers: alone, reach: press('Publish') },
    {
      name: 'failed',
      path: at('Gift guide', 0),
      answers: allOf(people, failing('**/api/story/drafts*')),
    },
    {
      name: 'offline',
      path: at('Gift guide', 0),
      answers: alone,
      reach: inTurn(layer(/\?$/), (page) => page.keyboard.press('ArrowDown')),
      only: 1440,
    },
  ],
};
