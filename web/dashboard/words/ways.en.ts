import { defineWords } from '#contracts/words/define.ts';

/** Texts of which way people went from conditional stories. */
export const waysWords = defineWords('ways', {
  title: 'Which way people went',
  text: "First answers, by the rules as they are now. 'No answer' is how often a component was seen, less its answers.",
  table: 'Ways from {story}, {component}',
  answer: 'Answer',
  leads: 'Leads to',
  people: 'First answers',
  share: 'Share',
  end: 'End',
  gone: 'A story of another group',
  otherAnswers: 'Other answers',
  noAnswer: 'No answer',
  resting: 'Resting',
  always: 'Leads everyone to: {story}',
  nextRests: 'What follows without an answer rests: {why}',
});
