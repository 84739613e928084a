import { defineWords } from '#contracts/words/define.ts';

/** Texts of figures that can be asked about. */
export const whyWords = defineWords('why', {
  why: 'Why this number',
  whyFigure: 'Why this number: {figure}',
  dailyUsers: 'Daily active users',
  videoViews: 'Video views',
  covers: 'Seen in the bar',
  app: 'App',
  instance: 'Instance',
});
