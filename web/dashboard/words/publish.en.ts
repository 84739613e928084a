import { defineWords } from '#contracts/words/define.ts';

/** Texts of publishing drafts. */
export const publishWords = defineWords('publish', {
  title: 'Publish {count, plural, one {this story} other {# stories}}',
  titleApproval: 'Save {count, plural, one {this story} other {# stories}} for approval',
  text: '{count, plural, one {Viewers get it} other {Viewers get them}} within 2 seconds. Every change goes into the history, so you can undo it there.',
  textApproval: 'An owner looks at {count, plural, one {it} other {them}} before viewers do.',
  which: 'Drafts in this group',
  new: 'New story',
  changed: '{count, plural, one {# change} other {# changes}}',
  outdated: 'The live story changed after this draft was made.',
  toFix: '{count} to fix',
  status: '{count, plural, one {The new story starts} other {New stories start}}',
  active: 'Active',
  inactive: 'Inactive',
  cancel: 'Cancel',
  publish: 'Publish',
  save: 'Save for approval',
  noneChosen: 'Select at least one story.',
  most: 'Publish up to {most} stories at a time.',
  nothing: 'There is nothing to publish yet. Change the story first.',
  notSaved: 'Publishing needs a saved draft. Check your connection and try again.',
  moved: 'A draft or a live story changed meanwhile. Look at it and publish again.',
  fixFirst: 'Fix {count, plural, one {# problem} other {# problems}} before publishing.',
});
