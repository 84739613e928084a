import { defineWords } from './define.ts';

/** What the conditions of stories say, and why one rests. */
export const conditionWords = defineWords('conditions', {
  target: 'Choose a later story of this group, or the end.',
  valueTwice: 'Each answer can lead to one story.',
  restDeleted: 'The story it leads to was deleted.',
  restElsewhere: "The story it leads to isn't in this group.",
  restEarlier: 'The story it leads to comes earlier now.',
  restInactive: 'The story it leads to is inactive.',
  restWindow: "The story it leads to isn't shown at this time.",
  restComponent: "The component it asks isn't in the story any more.",
  restHidden: 'The component it asks is hidden.',
  restValue: "The component doesn't have this answer any more.",
});
