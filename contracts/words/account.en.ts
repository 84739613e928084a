import { defineWords } from './define.ts';

/** What accounts answer. */
export const accountWords = defineWords('account', {
  changed: 'Account updated successfully!',
  profileSaved: 'Profile saved.',
});
