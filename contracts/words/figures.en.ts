import { defineWords } from './define.ts';

/** What those are told who ask for figures that there are not. */
export const figureWords = defineWords('figures', {
  rangeBackwards: 'The end of the range is before its start.',
  rangeTooLong: 'Choose a range of at most {most} days.',
  appsOnly: 'Daily active users are counted for whole apps only.',
  ofWhat: 'Name an app, an instance, a story group or a story.',
  tooManyLive: 'Close one of your {most} live views first.',
  beingRecounted: 'Figures of this account are being counted anew already. Wait until that is done.',
});
