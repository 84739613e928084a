import { defineWords } from '#contracts/words/define.ts';

/** Texts of the account's settings, and of how the dashboard looks to a person. */
export const accountSettingsWords = defineWords('account-settings', {
  title: 'Account Settings',
  text: 'Your company, and the time zone of its schedules. Only account owners can change this page.',
  company: 'Company',
  companyName: 'Company name',
  employeeSize: 'Company size',
  save: 'Save changes',
  timeZone: 'Time zone',
  timeZoneExample: 'Europe/Stockholm',
  timeZoneText: 'Start and end dates of story groups are in this time zone. Analytics are in UTC.',
  noZone: 'No time zone matches “{text}”.',
  preferences: 'Preferences',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  themeText: 'Only in this browser.',
  zoneOfEveryone: 'For everyone in your account. It sets the dates of schedules.',
});
