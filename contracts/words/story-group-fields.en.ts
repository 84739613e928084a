import { defineWords } from './define.ts';

/** What the fields of story groups and stories say. */
export const storyGroupFieldWords = defineWords('story-group-fields', {
  title: 'Give the story group a name.',
  titleTooLong: 'Story group name can be maximum {most} characters.',
  label: 'A label cannot be empty.',
  labelTooLong: 'A label can be maximum {most} characters.',
  labelComma: 'A label cannot hold a comma.',
  labelRow: 'A row of labels cannot be empty.',
  appVersion: 'Use a version such as 4.12.0.',
  fileName: 'Name the file.',
  type: 'Only groups made by hand can be created.',
  newStatus: 'Status is 1, 2 or 8.',
  status: 'This is not a status.',
  version: 'A version is a whole number.',
  storyTitle: 'Give the story a title.',
  storyTitleTooLong: 'Title can be maximum {most} characters.',
  storyType: 'Type is 1 for an image and 2 for a video.',
  storyNewStatus: 'Status is 1 or 2.',
  storyStatus: 'Status is 1, 2 or 9.',
  outlink: 'Outside links must start with http:// or https://',
  outlinkPassword: 'Outside links cannot hold a user name or a password.',
  deepLink: 'This link cannot be used. Start with the scheme of your app, such as myapp://',
});
