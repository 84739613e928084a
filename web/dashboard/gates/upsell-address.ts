import { useLocation } from 'react-router';
import { type FeatureName, featureNames, type Plan, plans, planWith } from '#contracts/api/plans.ts';

/** What an upsell is for: a feature, more seats, or more stories. */
export type AskedFor = FeatureName | 'seats' | 'stories';

/** What the address of the payment settings says that one came for; null for anything else. */
export const askedFor = (name: string | null): AskedFor | null =>
  [...featureNames, 'seats' as const, 'stories' as const].find((one) => one === name) ?? null;

/** The cheapest plan that has what is asked for and the account does not have; null where none does. */
export const cheapestFor = (name: AskedFor, { seats }: { seats: number }): Plan | null => {
  if (name === 'seats') return plans.find((plan) => plan.seats < 0 || plan.seats > seats) ?? null;
  if (name === 'stories') return plans.find((plan) => plan.story_limit < 0) ?? null;
  return planWith(name);
};

/** The address of the plans, with the cheapest marked that has what is asked for, and the way back to this page. */
export function useUpsellAddress(name: AskedFor): string {
  const { pathname, search } = useLocation();
  return `/settings/payment?${new URLSearchParams({ openPlanModal: 'list', feature: name, from: pathname + search })}`;
}
