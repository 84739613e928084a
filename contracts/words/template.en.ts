import { defineWords } from './define.ts';

/** What templates answer, and what their fields say. */
export const templateWords = defineWords('template', {
  title: 'Enter a name.',
  added: 'Template saved',
  changed: 'Template updated',
  deleted: 'Template deleted',
});
