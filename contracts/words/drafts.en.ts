import { defineWords } from './define.ts';

/** What is said of drafts and of publishing them. */
export const draftWords = defineWords('drafts', {
  tooManyStudios: 'Close one of your {most} studio windows first.',
  storyTwice: 'Name each story once.',
  title: 'Title',
  type: 'Type',
  media: 'Image or video',
  thumbnail: 'Poster',
  conditions: 'Next story',
  image: 'image',
  video: 'video',
});
