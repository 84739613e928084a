import { defineWords } from '#contracts/words/define.ts';

/** Texts of story-add. */
export const storyAddWords = defineWords('story-add', {});
