import { defineWords } from './define.ts';

/** What each plan has, on its card. */
export const planWords = defineWords('plans', {
  tenStories: 'Up to 10 stories per app',
  imports: 'Instagram and video-site import (coming soon)',
  bookmarks: 'Story bookmarking (coming soon)',
  stories: 'Unlimited stories',
  deepLinks: 'Deep linking',
  instances: 'Multi instance',
  labels: 'Story labeling',
  basicComponents: 'Basic interactive components',
  api: 'API capabilities',
  sharing: 'Social sharing',
  twoSeats: '2 seats',
  automation: 'Automated story generation (coming soon)',
  advancedComponents: 'Advanced interactive components',
  exports: 'Data export for remarketing',
  personalization: 'Personalized stories and templates',
  fourSeats: '4 seats',
  sources: 'Custom story sources (coming soon)',
  mfa: 'Two-factor authentication',
  eightSeats: '8 seats',
  seats: 'Unlimited team members',
  management: 'Premium account management',
});
