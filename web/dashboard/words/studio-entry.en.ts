import { defineWords } from '#contracts/words/define.ts';

/** Texts of the ways from a group's page into the studio. */
export const studioEntryWords = defineWords('studio-entry', {
  uploadFiles: 'Upload files',
  draw: 'Open {title} in the studio',
  draft: 'Draft',
  unpublished: '{count, plural, one {# story is} other {# stories are}} drawn but not published.',
  openStudio: 'Open studio',
});
