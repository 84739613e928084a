import { defineWords } from './define.ts';

/** How the audit tells of accounts. */
export const accountAuditWords = defineWords('account-audit', {
  created: 'created the account “{name}”',
  changed: 'changed {fields}',
  testDevices:
    '{count, plural, =0 {removed all test devices} one {set {count} test device} other {set {count} test devices}}',
  profileAnswered: 'answered the profile questions',
  listsChanged: "changed the account's viewer lists",
  brandKitChanged: 'changed the brand kit',
  brandButton: 'Brand button',
  brandCard: 'Brand card',
  referralTokenMade: 'gave the account the referral code {code}',
  premiumMade: 'set the account to premium',
  premiumEnded: "ended the account's premium",
  featuresChanged: "changed the account's features",
  factorRequired: 'required two-factor login for everyone',
  ownerProposed: 'proposed {person} as account owner. Reason: {reason}',
  ownerAgreed: 'agreed to {person} as account owner. Reason: {reason}',
  ownerTurnedDown: 'turned down {person} as account owner. Reason: {reason}',
  sdkAnnounced: 'announced SDK {version} for {platform}',
  ended: 'closed the account',
  name: 'the company name',
  country: 'the country',
  employeeSize: 'the company size',
  timeZone: 'the time zone',
});
