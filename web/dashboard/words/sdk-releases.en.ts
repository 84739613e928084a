import { defineWords } from '#contracts/words/define.ts';

/** Texts of sdk-releases. */
export const sdkReleaseWords = defineWords('sdk-releases', {
  title: 'SDK releases',
  short: 'Releases',
  rows: 'SDK releases',
  count: '{count, plural, one {# release} other {# releases}}',
  none: 'No releases announced',
  noneText:
    'When you announce a release, account owners and app owners whose apps used an older version in the last 30 days get a notification.',
  announce: 'Announce release',
  announceText:
    "We'll notify account owners and app owners whose apps used an older version in the last 30 days. You can't take it back.",
  platform: 'Platform',
  ios: 'iOS',
  android: 'Android',
  web: 'Web',
  version: 'Version',
  versionHint: 'For example 2.9.0',
  notes: 'Release notes',
  notesHint: 'A web address. The notification opens it.',
  cancel: 'Cancel',
  announced: 'Announced',
  by: 'By',
  accounts: 'Accounts told',
  apps: 'Apps',
});
