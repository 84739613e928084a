import { defineWords } from './define.ts';

/** What stops a design from being published. */
export const designCheckWords = defineWords('design-checks', {
  titleMissing: 'Enter a title for the story.',
  mediaMissing: 'Add an image or video, or choose a background color.',
  linkText: 'Please fill Swipe up text',
  linkMissing: 'Add a link.',
  optionEmpty: "An option can't be empty.",
  optionTwice: 'Two options are the same.',
  correctMissing: 'Choose the right answer.',
  countdownPast: 'Choose an end at least a minute from now.',
  windowEmpty: 'The end comes before the start.',
  windowOutside: "This isn't within the time the story is shown.",
  offCanvas: 'Less than half of this is on the canvas.',
  targetSmall: 'This is too small to tap. Make it at least 24 by 24.',
  tagIncomplete: 'Complete the product tag.',
  flowComponent: "The component it asks isn't in this story, or is hidden.",
  flowValue: "The component doesn't have this answer.",
  flowTarget: 'Choose a later story of this group, or the end.',
  documentLarge:
    'Stories of this instance are {size} in all. Above 2 MB, they start late. End story groups, or move some to another instance.',
});
