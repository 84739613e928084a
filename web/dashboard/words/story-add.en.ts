import { defineWords } from '#contracts/words/define.ts';

/** Texts of story-add. */
export const storyAddWords = defineWords('story-add', {
  addName: 'Add {name}',
  pageTitle: 'Add Stories · Storyrail',
  storiesInGroup: '{count, plural, one {# story} other {# stories}} in {title}, at most 100',
  addedInactiveNote: 'New stories stay inactive until an owner activates them.',
  removeAll: 'Remove all',
  cancel: 'Cancel',
  someSelected: '{count} of {all} selected',
  importStories: 'Import Stories',
  addStories: 'Add Stories',
  storiesImported: 'Your stories are imported to "{app}"',
  rowsLabel: 'Stories to add',
  activateStories: 'Activate these stories',
  addStoriesCount: 'Add {count, plural, one {# story} other {# stories}}',
  addStory: 'Add story',
  losesRules: "Rules that can't work here aren't copied, such as those that lead to other stories.",
});
