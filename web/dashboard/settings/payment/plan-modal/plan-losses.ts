import { type FeatureName, type Features, featureNames, hasFeature, type Plan } from '#contracts/api/plans.ts';
import { featureWords } from '../../../gates/feature-words.ts';
import { paymentWords } from '../../../words/payment.en.ts';
import { t } from '../../../words/t.ts';

/** What an account has and uses, as far as a smaller plan takes of it: `taken` are its seats, null while that is not known. */
export interface HeldShare {
  settings: { features: Features; manual_features: Features };
  taken: number | null;
}

/** What a smaller plan has less than the account has or uses, and what becomes of it, a sentence each. */
export function planLosses({ settings, taken }: HeldShare, { nickname: plan, seats, features }: Plan): string[] {
  const stays = (name: FeatureName) => features.includes(name) || settings.manual_features[name] === true;
  const lost = featureNames.filter((name) => hasFeature(settings, name) && !stays(name));
  return [
    ...(taken !== null && seats !== -1 && taken > seats ? [t(paymentWords.seatsTaken, { taken, plan, seats })] : []),
    ...(lost.length > 0
      ? [t(paymentWords.featuresLost, { plan, features: lost.map((name) => featureWords[name].name).join(', ') })]
      : []),
  ];
}
