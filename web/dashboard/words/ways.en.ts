import { defineWords } from '#contracts/words/define.ts';

/** Texts of which way people went from conditional stories. */
export const waysWords = defineWords('ways', {
  title: 'Which way people went',
  text: "Counts each viewer's first answer, by today's rules. No answer: seen, but not answered.",
  table: 'Ways from {story}, {component}',
  component: 'Component',
  answer: 'Answer',
  leads: 'Leads to',
  count: 'Count',
  share: 'Share',
  end: 'End',
  gone: 'A story of another group',
  otherAnswers: 'Other answers',
  noAnswer: 'No answer',
  resting: 'Resting',
  always: 'Leads everyone to: {story}',
  nextRests: 'What follows without an answer rests: {why}',
});
