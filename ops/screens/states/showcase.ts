import type { Page } from 'playwright-core';
import type { Area } from '../state.ts';

/** The page shows how long after its opening each event came. */
const atOnce = (page: Page) =>
  page.addInitScript(() => {
    performance.now = () => 0;
  });

/** The public page that plays the stories of an instance. */
export const showcaseStates: Area = {
  area: 'showcase',
  states: [
    { name: 'shop', path: ({ cast }) => `/showcase/${cast.apps[0]!.places[0]!.token}`, answers: atOnce, as: 'nobody' },
    { name: 'unknown', path: '/showcase/no-such-token', as: 'nobody' },
    { name: 'preview-over', path: '/preview#no-such-secret', as: 'nobody' },
  ],
};
