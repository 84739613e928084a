import { defineWords } from './define.ts';

/** What those are told who ask for figures that there are not. */
export const figureWords = defineWords('figures', {
  rangeBackwards: 'The range must end after it starts.',
  rangeTooLong: 'Choose a range of at most {most} days.',
  appsOnly: 'Daily active users are counted for whole apps only.',
  ofWhat: 'Choose an app, an instance, a story group or a story.',
  tooManyLive: 'Close one of your {most} live views first.',
  beingRecounted: 'A recount of this account is already running. Wait until it is done.',
});
