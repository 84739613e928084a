import { defineWords } from '#contracts/words/define.ts';

/** Texts of the page that plays a group with its drafts. */
export const previewWords = defineWords('preview', {
  preview: 'Preview',
  pageTitle: 'Preview · Storyrail',
  previewOf: 'Preview of {title}',
  until: 'This link works until {time}.',
  nothing: 'There are no stories to play yet. Add an image, a video or text in the studio.',
  overTitle: "This preview link doesn't work",
  overText:
    'Preview links expire after 30 minutes. Ask the person who shared it for a new one, or open Preview in the studio again.',
  failedTitle: "The preview couldn't load",
  failedText: 'Check your connection. If you opened it many times, wait a minute.',
});
