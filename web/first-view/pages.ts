/** The pages behind the sign-in: what their address looks like, and their module below web/dashboard. */
export const framedPages: [pattern: string, module: string][] = [
  ['^/(home/?)?$', 'home/HomePage.tsx'],
  ['^/content/?$', 'content/ContentPage.tsx'],
  ['^/content/calendar', 'calendar/CalendarPage.tsx'],
  ['^/(stories|analytics)/(?!live)', 'group/GroupPage.tsx'],
  ['^/analytics(/live|/?$)', 'analytics/AnalyticsPage.tsx'],
  ['^/notifications', 'notifications/NotificationsPage.tsx'],
  ['^/activity', 'activity/ActivityPage.tsx'],
  ['^/(account|apps|user|settings)', 'settings/SettingsPage.tsx'],
  ['^/help', 'help/HelpPage.tsx'],
  ['^/story/add', 'story-add/StoryAddPage.tsx'],
];
