import { defineWords } from '#contracts/words/define.ts';

/** Texts of story-add. */
export const storyAddWords = defineWords('story-add', {
  addName: 'Add {name}',
  addStoriesStoryrail: 'Add Stories · Storyrail',
  storiesInAtMost100: '{count, plural, one {# story} other {# stories}} in {title}, at most 100',
  ownerActivatesWhatYouAdd: 'An owner activates what you add: it is saved as inactive.',
  removeAll: 'Remove all',
  cancel: 'Cancel',
  someSelected: '{count} of {all} selected',
  importStories: 'Import Stories',
  addStories: 'Add Stories',
  yourStoriesAreImportedTo: 'Your stories are imported to "{app}"',
  storiesToAdd: 'Stories to add',
  activateTheseStories: 'Activate these stories',
  addSeveralStories: 'Add {count, plural, one {# story} other {# stories}}',
  addStory: 'Add story',
});
