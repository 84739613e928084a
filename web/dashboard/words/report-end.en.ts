import { defineWords } from '#contracts/words/define.ts';

/** Texts of the page that ends a report by the link in its email. */
export const reportEndWords = defineWords('report-end', {
  title: 'Email report',
  question: 'Stop getting this report?',
  stop: 'Stop these emails',
  ended: "You won't get “{name}” anymore.",
  start: 'Get it again',
  started: 'You get “{name}” again.',
  notEnded: "We couldn't turn off this report",
  broken: "This link doesn't work anymore. The report has ended, or you're not one of its recipients.",
  others: 'This only changes your own emails.',
});
