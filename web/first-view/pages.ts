/**
 * The pages behind the sign-in: what their address looks like, their module below web/dashboard, and the part of it that
 * loads apart and nearly everybody sees.
 */
export const framedPages: [pattern: string, module: string, part?: string][] = [
  ['^/(home/?)?$', 'home/HomePage.tsx'],
  ['^/content/?$', 'content/ContentPage.tsx'],
  ['^/content/calendar', 'calendar/CalendarPage.tsx'],
  ['^/stories/', 'group/GroupPage.tsx'],
  ['^/analytics', 'analytics/AnalyticsPage.tsx', 'analytics/Figures.tsx'],
  ['^/notifications', 'notifications/NotificationsPage.tsx'],
  ['^/activity', 'activity/ActivityPage.tsx'],
  ['^/(account|apps|user|settings)', 'settings/SettingsPage.tsx'],
  ['^/help', 'help/HelpPage.tsx'],
  ['^/story/add', 'story-add/StoryAddPage.tsx'],
];
