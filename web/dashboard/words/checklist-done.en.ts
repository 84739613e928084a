import { defineWords } from '#contracts/words/define.ts';

/** What the studio's checklist says is in order. */
export const checklistDoneWords = defineWords('checklist-done', {
  title: 'Every story has a title',
  media: 'Every story has a picture, a video, or a color',
  links: 'Links have text and a URL',
  options: 'Polls and quizzes have all their options',
  countdown: 'Countdowns are still running',
  window: 'Every element shows in its story',
  canvas: 'Everything is on the canvas',
  targets: 'Everything is easy to tap',
  tags: 'Product tags are complete',
  flow: 'Every answer leads somewhere',
  contrast: 'Text is easy to read',
  alt: 'Pictures have descriptions',
  safeArea: 'Everything is inside the safe area',
  overlap: 'Nothing covers anything else',
  reading: "There's enough time to read",
  answering: "There's enough time to answer",
  sharp: 'Pictures are sharp enough',
  secure: 'Links start with https://',
  fonts: 'One or two fonts in each story',
  oneStory: 'Story {place}',
  stories: '{count, plural, one {# story} other {# stories}}',
  allStories: 'All stories',
});
