import { defineWords } from '#contracts/words/define.ts';

/** Texts of settings. */
export const settingsWords = defineWords('settings', {
  android: 'Android',
  web: 'Web',
  fieldIsMissingUnknownOr: 'A field is missing, unknown or of the wrong kind',
  thereIsNoSuchType: 'There is no such type of event',
  storyGroupIsNotIn: 'The story group is not in this instance',
  storyIsNotInThis: 'The story is not in this instance or this story group',
  moreThan7DaysOld: 'More than 7 days old, or more than 5 minutes ahead',
  lastHour: 'Last hour',
  last24Hours: 'Last 24 hours',
  traffic:
    '{period, select, hour {Last hour, by the minute} other {Last 24 hours, by the hour}}: {accepted, plural, one {# event} other {# events}} accepted, {rejected, plural, one {# event} other {# events}} refused',
  everythingIsUpToDate: 'Everything is up to date.',
  appsUpdated: '{count, plural, one {# app} other {# apps}} updated.',
  appsNotRead:
    '{count, plural, =0 {} one {# app updated. } other {# apps updated. }}Not read: {names}{more, plural, =0 {} other { and # more}}. {reason}',
  websiteAddedSuccessfully: 'Website added successfully!',
  appAddedSuccessfully: 'App added successfully!',
  anApp: 'an app',
});
