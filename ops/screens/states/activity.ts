import { type Area, emptied, failing, holdBack, press } from '../state.ts';

const entries = /\/api\/audit/;

/** Audit log in the account. */
export const activityStates: Area = {
  area: 'activity',
  states: [
    { name: 'all', path: '/activity', part: 'screen' },
    { name: 'one-act', path: '/activity?act=StoryGroupCreated', part: 'screen' },
    { name: 'none-match', path: '/activity?act=AppDeleted' },
    { name: 'none', path: '/activity', answers: emptied(entries) },
    { name: 'loading', path: '/activity', answers: holdBack(entries) },
    { name: 'failed', path: '/activity', answers: failing(entries) },
    {
      name: 'entry',
      path: '/activity',
      reach: (page) => page.getByRole('region', { name: 'Entries' }).getByRole('button').nth(2).click(),
    },
    { name: 'people', path: '/activity', reach: press('Person') },
    { name: 'acts', path: '/activity', reach: press('Action') },
    { name: 'of-creator', path: '/activity', as: 'creator' },
  ],
};
