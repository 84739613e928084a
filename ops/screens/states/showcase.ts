import type { Area } from '../state.ts';

/** The public page that plays the stories of an instance. */
export const showcaseStates: Area = {
  area: 'showcase',
  states: [
    { name: 'shop', path: ({ cast }) => `/showcase/${cast.apps[0]!.places[0]!.token}`, as: 'nobody' },
    { name: 'unknown', path: '/showcase/no-such-token', as: 'nobody' },
  ],
};
