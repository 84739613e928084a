import { defineWords } from './define.ts';

/** What the fields of designs say. */
export const studioFieldWords = defineWords('studio-fields', {
  version: 'This version of a design is unknown. Use version 1.',
  componentId: 'Use 8 to 36 letters, digits, hyphens or underscores.',
  color: 'Use a color such as #5b3df5, in lower case.',
  opaqueColor: 'Use a color such as #5b3df5, in lower case and without transparency.',
  emoji: 'Use one emoji.',
  emojiTwice: 'Use each emoji once.',
  unitTwice: 'Use each unit once.',
  idTwice: 'Another component has this ID.',
  tooMany: 'A story can have up to {most} components.',
  tooManyAnswerable: 'A story can have up to {most} reactions, quizzes, polls and ratings.',
  tooManyTags: 'A story can have up to {most} product tags.',
  tooManyButtons: 'A story can have up to {most} buttons.',
  swipeTwice: 'A story can have one Swipe Up.',
  tooManyFonts: 'A story can use up to {most} fonts.',
  tooLarge: 'This design is too large. Keep it under {most} KiB.',
  swipeUp: 'Swipe Up',
});
