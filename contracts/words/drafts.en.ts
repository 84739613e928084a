import { defineWords } from './define.ts';

/** What is said of drafts and of publishing them. */
export const draftWords = defineWords('drafts', {
  tooManyStudios: 'Close one of your {most} studio windows first.',
  revNeeded: 'Send the rev of the draft that you saw, or "0" where there is none.',
  partUnfit: "These changes can't be published without the ones you left out.",
  storyTwice: 'Name each story once.',
  discarded: 'Draft discarded',
  published: '{count, plural, one {Story published} other {# stories published}}',
  saved: 'saved a draft',
  revisionsBefore: 'Use the `next` of the page before.',
  title: 'Title',
  type: 'Type',
  media: 'Image or video',
  thumbnail: 'Poster',
  conditions: 'Next story',
  image: 'image',
  video: 'video',
});
