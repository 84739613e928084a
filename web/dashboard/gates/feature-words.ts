import { type FeatureName, planWith } from '#contracts/api/plans.ts';
import { gatesWords } from '../words/gates.en.ts';
import { t } from '../words/t.ts';

/** What a feature is called and what it is good for, for people whose account does not have it. */
export interface FeatureWords {
  name: string;
  text: string;
}

/** The words of every feature. */
export const featureWords: Readonly<Record<FeatureName, FeatureWords>> = {
  multi_instance: {
    name: t(gatesWords.severalInstances),
    text: t(gatesWords.severalInstancesText),
  },
  personalization: {
    name: t(gatesWords.customStorySources),
    text: t(gatesWords.customStorySourcesText),
  },
  mfa: {
    name: t(gatesWords.twoFactorAuthentication),
    text: t(gatesWords.twoFactorAuthenticationText),
  },
  social_share: { name: t(gatesWords.sharableStories), text: t(gatesWords.sharableStoriesText) },
  segmented_stories: {
    name: t(gatesWords.storyLabeling),
    text: t(gatesWords.storyLabelingText),
  },
  deeplink: { name: t(gatesWords.deepLinking), text: t(gatesWords.deepLinkingText) },
  team_structure: {
    name: t(gatesWords.team),
    text: t(gatesWords.teamText),
  },
  instagram_auto_import: {
    name: t(gatesWords.instagramAutoImport),
    text: t(gatesWords.instagramAutoImportText),
  },
  ivod: {
    name: t(gatesWords.interactiveVideo),
    text: t(gatesWords.interactiveVideoText),
  },
  web: { name: t(gatesWords.storiesOnWebSites), text: t(gatesWords.storiesOnWebSitesText) },
  ad_settings: { name: t(gatesWords.adSettings), text: t(gatesWords.adSettingsText) },
  reaction: { name: t(gatesWords.reactions), text: t(gatesWords.reactionsText) },
  swipe_up: { name: t(gatesWords.swipeUp), text: t(gatesWords.swipeUpText) },
  poll: { name: t(gatesWords.polls), text: t(gatesWords.pollsText) },
  quiz: { name: t(gatesWords.quizzes), text: t(gatesWords.quizzesText) },
  countdown: { name: t(gatesWords.countdowns), text: t(gatesWords.countdownsText) },
  rating: { name: t(gatesWords.ratings), text: t(gatesWords.ratingsText) },
};

/** Where a feature comes from, as a sentence. */
export const whereIncluded = (name: FeatureName): string => {
  const plan = planWith(name);
  return plan ? t(gatesWords.includedFromPlan, { nickname: plan.nickname }) : t(gatesWords.switchedOnByStaff);
};
