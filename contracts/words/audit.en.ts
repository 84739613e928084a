import { defineWords } from './define.ts';

/** What sentences of the audit are put together from, whatever they are about. */
export const auditWords = defineWords('audit', {
  shell: 'Shell',
  nothing: 'nothing',
  next: '{list}, {one}',
  last: '{list} and {one}',
  span: '{from} – {to}',
  since: 'since {from}',
  until: 'until {to}',
});
