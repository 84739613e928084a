import { defineWords } from './define.ts';

/** How the audit tells of accounts. */
export const accountAuditWords = defineWords('account-audit', {
  created: 'created the account “{name}”',
  changed: 'changed {fields} of the account',
  testDevices: 'set {count, plural, one {{count} test device} other {{count} test devices}}',
  profileAnswered: 'answered the profile questions',
  listsChanged: 'changed the lists of viewers that the account keeps',
  premiumMade: 'made the account premium',
  premiumEnded: 'ended the premium of the account',
  featuresChanged: 'changed the features of the account',
  name: 'the company name',
  country: 'the country',
  employeeSize: 'the company size',
  timeZone: 'the time zone',
});
