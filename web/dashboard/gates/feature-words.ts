import { type FeatureName, planWith } from '#contracts/api/plans.ts';

/** What a feature is called and what it is good for, for people whose account does not have it. */
export interface FeatureWords {
  name: string;
  text: string;
}

/** The words of every feature. */
export const featureWords: Readonly<Record<FeatureName, FeatureWords>> = {
  multi_instance: {
    name: 'Several instances',
    text: 'Show other stories on another screen of the same app: each instance has a token, groups and figures of its own.',
  },
  personalization: {
    name: 'Custom story sources',
    text: 'Make stories from your product list or from recommendations for each person, without drawing one by hand.',
  },
  mfa: {
    name: 'Two-factor authentication',
    text: 'Ask for a code from the phone at each sign-in, so that a lost password opens nothing.',
  },
  social_share: { name: 'Sharable stories', text: 'Let people send a story to their friends from inside your app.' },
  segmented_stories: {
    name: 'Story labeling',
    text: 'Show a group only to the people it is meant for, by labels or by a list of viewers.',
  },
  deeplink: { name: 'Deep linking', text: 'Lead people from a story straight to a place in your app.' },
  team_structure: {
    name: 'Team',
    text: 'Invite colleagues, each with a role for the apps they work on.',
  },
  instagram_auto_import: {
    name: 'Instagram auto import',
    text: 'Take over highlights and live stories from Instagram once a day, by themselves.',
  },
  ivod: {
    name: 'Interactive video',
    text: 'Publish long upright videos with questions, polls and products in them.',
  },
  web: { name: 'Stories on web sites', text: 'Show the same stories on your web site.' },
  ad_settings: { name: 'Ad settings', text: 'Decide after which story an ad comes, and how often.' },
  reaction: { name: 'Reactions', text: 'Let people answer a story with one tap on an emoji.' },
  swipe_up: { name: 'Swipe up', text: 'Lead people from a story to a page.' },
  poll: { name: 'Polls', text: 'Ask a question with two answers inside a story, and see what people think.' },
  quiz: { name: 'Quizzes', text: 'Ask a question with one right answer inside a story.' },
  countdown: { name: 'Countdowns', text: 'Count down to a date, and remind people who want it.' },
  rating: { name: 'Ratings', text: 'Let people rate on a scale inside a story.' },
};

/** Where a feature comes from, as a sentence. */
export const whereIncluded = (name: FeatureName): string => {
  const plan = planWith(name);
  return plan
    ? `Included from the ${plan.nickname} plan on.`
    : 'Those who run this Storyrail switch it on for your account.';
};
