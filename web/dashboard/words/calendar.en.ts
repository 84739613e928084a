import { defineWords } from '#contracts/words/define.ts';

/** Texts of calendar. */
export const calendarWords = defineWords('calendar', {});
