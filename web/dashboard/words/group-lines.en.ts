import { defineWords } from '#contracts/words/define.ts';

/** Texts of the curves of single groups and of the group beside them. */
export const groupLineWords = defineWords('group-lines', {
  lines: 'Lines',
  together: 'Total',
  single: 'Top groups',
  note: "The first {count, plural, one {group} other {# groups}} of the table. Days are UTC.{today, select, true { Today isn't over yet.} other {}}",
  label: 'Line chart of {name} by day of {groups}',
  table: '{name} by day and group',
  funnelGroup: 'Story group: {title}',
  chooseGroup: 'Choose a story group',
});
