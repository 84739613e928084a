import { defineWords } from '#contracts/words/define.ts';

/** Texts of activity. */
export const activityWords = defineWords('activity', {
  storyGroups: 'Story groups',
  stories: 'Stories',
  appsAndInstances: 'Apps and instances',
  teamAndSignIn: 'Team and sign-in',
  exportsAndViews: 'Exports and views',
  operations: 'Operations',
  account: 'Account',
  storyGroup: 'Story group',
  story: 'Story',
  app: 'App',
  instance: 'Instance',
  person: 'Person',
  staffAsName: 'Staff, as {name}',
  staff: 'Staff',
  forName: 'For {name}',
  apiToken: 'API token',
  automatic: 'Automatic',
  allTime: 'All time',
  today: 'Today',
  last7Days: 'Last 7 Days',
  last30Days: 'Last 30 Days',
});
