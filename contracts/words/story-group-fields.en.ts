import { defineWords } from './define.ts';

/** What the fields of story groups and stories say. */
export const storyGroupFieldWords = defineWords('story-group-fields', {
  title: 'Enter a name for the story group.',
  titleTooLong: 'Story group name can be maximum {most} characters.',
  label: "A label can't be empty.",
  labelTooLong: 'A label can be maximum {most} characters.',
  labelComma: "A label can't contain a comma.",
  labelRow: "A row of labels can't be empty.",
  appVersion: 'Use a version such as 4.12.0.',
  fileName: 'Enter a name for the file.',
  type: 'You can only create manual story groups.',
  newStatus: 'Use status 1, 2 or 8.',
  status: "This isn't a valid status.",
  version: 'Use a whole number as the version.',
  storyTitle: 'Enter a title for the story.',
  storyTitleTooLong: 'Title can be maximum {most} characters.',
  storyType: 'Use type 1 for an image or 2 for a video.',
  storyNewStatus: 'Use status 1 or 2.',
  storyStatus: 'Use status 1, 2 or 9.',
  outlink: 'External links must start with http:// or https://',
  outlinkPassword: "External links can't contain a user name or password.",
  deepLink: "This link can't be used. Start with your app's URL scheme, such as myapp://",
});
