import { defineWords } from './define.ts';

/** How the audit tells of reading and taking away data. */
export const accessAuditWords = defineWords('access-audit', {
  exported: 'exported {what} ({rows, plural, one {{rows, number} row} other {{rows, number} rows}})',
  personRead: "viewed a person's details",
  historyRead: "viewed the account's history",
  account: 'Account',
  filter: 'filter {field}',
  audit: 'the audit log',
  users: 'users',
  accounts: 'accounts',
  viewerList: 'a viewer list',
  groupReport: 'a story group report',
  storyReport: 'a story report',
  reactionReport: 'reactions by viewer',
  quizReport: 'quiz answers by viewer',
  pollReport: 'poll answers by viewer',
  ratingReport: 'ratings by viewer',
});
