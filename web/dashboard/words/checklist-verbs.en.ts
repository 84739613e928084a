import { defineWords } from '#contracts/words/define.ts';

/** What the rows of the studio's checklist offer to do. */
export const checklistVerbWords = defineWords('checklist-verbs', {
  fix: 'Fix',
  write: 'Write',
  enlarge: 'Enlarge',
  moveIn: 'Move in',
  useSeconds: 'Use {seconds} s',
});
