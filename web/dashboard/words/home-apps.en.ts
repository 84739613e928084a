import { defineWords } from '#contracts/words/define.ts';

/** Texts of home's overview over several apps, and of what stands below it. */
export const homeAppsWords = defineWords('home-apps', {
  allApps: 'All apps',
  appCount: '{count, plural, one {# app} other {# apps}}',
  together:
    '{left, select, true {The first {shown} of your {count} apps} other {Your {count} apps}} together. A viewer of several apps counts once.',
  appInStore: '{title}, {store}',
  groupOfApp: '{group} · {app}',
  hoursOfAll: '{left, select, true {your first {shown} apps} other {all apps}}',
  moreFigures: 'More figures',
  openAnalytics: 'Open in Analytics',
});
