import { defineWords } from '#contracts/words/define.ts';

/** Texts of the studio's checklist. */
export const checklistWords = defineWords('checklist', {
  title: 'Before you publish',
  summary:
    '{stories, plural, one {# draft} other {# drafts}}, {errors, plural, =0 {nothing to fix} other {# to fix}}, {advice, plural, =0 {no suggestions} one {# suggestion} other {# suggestions}}',
  errors: 'Fix before publishing',
  advice: 'Suggestions',
  done: 'Everything is fine',
  doneText: 'The drafts of this group are ready to publish.',
  story: 'Story {place}',
  storyWith: 'Story {place}, {component}',
  ignore: 'Ignore',
  ignored: '{count, plural, one {# ignored suggestion} other {# ignored suggestions}}',
  showIgnored: 'Show again',
  contrastWays: 'Ways to make the words easier to read',
  darkText: 'Dark text',
  lightText: 'Light text',
  shade: 'Shade',
  box: 'Box',
  ratio: '{ratio}:1',
  use: 'Use it',
  next: 'Next problem',
  close: 'Close the checklist',
  open: 'Open',
  noErrors: 'Suggestions never stop publishing.',
  fixFirst: 'Fix what is in red to publish. Suggestions never stop it.',
});
