import { defineWords } from '#contracts/words/define.ts';

/** Texts of story-add. */
export const storyAddWords = defineWords('story-add', {
  addName: 'Add {name}',
  pageTitle: 'Add Stories · Storyrail',
  storiesInGroup: '{count, plural, one {# story} other {# stories}} in {title}, at most 100',
  addedInactiveNote: 'New stories stay inactive until an owner activates them.',
  removeAll: 'Remove all',
  removeAllTitle: 'Remove all stories from this list?',
  removeAllText:
    "{count, plural, one {# story hasn't been added yet. You'll lose its uploaded file and its text.} other {# stories haven't been added yet. You'll lose their uploaded files and their text.}}",
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
