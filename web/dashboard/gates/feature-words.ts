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
    text: t(gatesWords.showOtherStoriesOnAnother),
  },
  personalization: {
    name: t(gatesWords.customStorySources),
    text: t(gatesWords.makeStoriesFromYourProduct),
  },
  mfa: {
    name: t(gatesWords.twoFactorAuthentication),
    text: t(gatesWords.askForCodeFromPhone),
  },
  social_share: { name: t(gatesWords.sharableStories), text: t(gatesWords.letPeopleSendStoryTo) },
  segmented_stories: {
    name: t(gatesWords.storyLabeling),
    text: t(gatesWords.showGroupOnlyToPeople),
  },
  deeplink: { name: t(gatesWords.deepLinking), text: t(gatesWords.leadPeopleFromStoryStraight) },
  team_structure: {
    name: t(gatesWords.team),
    text: t(gatesWords.inviteColleaguesEachWithRole),
  },
  instagram_auto_import: {
    name: t(gatesWords.instagramAutoImport),
    text: t(gatesWords.takeOverHighlightsAndLive),
  },
  ivod: {
    name: t(gatesWords.interactiveVideo),
    text: t(gatesWords.publishLongUprightVideosWith),
  },
  web: { name: t(gatesWords.storiesOnWebSites), text: t(gatesWords.showSameStoriesOnYour) },
  ad_settings: { name: t(gatesWords.adSettings), text: t(gatesWords.decideAfterWhichStoryAd) },
  reaction: { name: t(gatesWords.reactions), text: t(gatesWords.letPeopleAnswerStoryWith) },
  swipe_up: { name: t(gatesWords.swipeUp), text: t(gatesWords.leadPeopleFromStoryTo) },
  poll: { name: t(gatesWords.polls), text: t(gatesWords.askQuestionWithTwoAnswers) },
  quiz: { name: t(gatesWords.quizzes), text: t(gatesWords.askQuestionWithOneRight) },
  countdown: { name: t(gatesWords.countdowns), text: t(gatesWords.countDownToDateAnd) },
  rating: { name: t(gatesWords.ratings), text: t(gatesWords.letPeopleRateOnScale) },
};

/** Where a feature comes from, as a sentence. */
export const whereIncluded = (name: FeatureName): string => {
  const plan = planWith(name);
  return plan ? t(gatesWords.includedFromPlanOn, { nickname: plan.nickname }) : t(gatesWords.thoseWhoRunThisStoryrail);
};
