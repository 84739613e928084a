import { defineWords } from '#contracts/words/define.ts';

/** Texts of the last line of a table's file. */
export const tableFileWords = defineWords('tableFile', {
  days: '{from} to {to}, UTC days.',
  compared: 'Compared with {from} to {to}.',
  counted: 'Counted {moment} UTC.',
});
