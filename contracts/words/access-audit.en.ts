import { defineWords } from './define.ts';

/** How the audit tells of reading and taking away data. */
export const accessAuditWords = defineWords('access-audit', {
  exported: 'exported {what}, {rows, plural, one {{rows, number} row} other {{rows, number} rows}}',
  personRead: 'viewed the details of a person',
  historyRead: 'viewed the history of the account',
  account: 'Account',
  filter: 'filter {field}',
  audit: 'the audit',
  users: 'users',
  accounts: 'accounts',
  viewerList: 'a list of viewers',
  groupReport: 'a report of story groups',
  storyReport: 'a report of stories',
  reactionReport: 'a report of reactions with who gave them',
  quizReport: 'a report of quiz answers with who gave them',
  pollReport: 'a report of poll answers with who gave them',
  ratingReport: 'a report of ratings with who gave them',
});
