import { defineWords } from './define.ts';

/** What reports by mail answer and refuse, and why one ends by itself. */
export const reportWords = defineWords('report', {
  name: 'Enter a name.',
  noApps: 'Choose an app.',
  noRecipients: 'Choose who gets the report.',
  notReader: 'Reports only go to members of your team who may see these figures.',
  ownReports: 'Only an account owner or the person who made this report can end it.',
  ownLimit: 'You can have {most} reports at most. End one first.',
  scheduled: 'Report scheduled',
  ended: 'Report ended',
  left: "You won't get this report anymore",
  nothingLeft: 'everything it showed was deleted',
  nobodyLeft: 'nobody in the team gets it anymore',
});
