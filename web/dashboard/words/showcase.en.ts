import { defineWords } from '#contracts/words/define.ts';

/** Texts of showcase. */
export const showcaseWords = defineWords('showcase', {
  watchMsSWatched: '{watchMs} s watched',
  byItself: 'by itself',
  groupCount: '{count, plural, one {# group} other {# groups}}',
});
