import { defineWords } from '#contracts/words/define.ts';

/** Texts of stories that were moved among those of their group. */
export const storyOrderWords = defineWords('storyOrder', {
  moved: '{title} is now {at}.',
  movedResting:
    '{title} is now {at}. {count, plural, one {A rule of {names} leads to an earlier story and rests.} other {# rules of {names} lead to earlier stories and rest.}}',
});
