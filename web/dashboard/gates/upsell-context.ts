import { createContext, useContext } from 'react';
import { type FeatureName, hasFeature } from '#contracts/api/plans.ts';
import { useSession } from '../shell/session/session-value.ts';

/** Opens the upsell of a feature. */
export type AskForFeature = (name: FeatureName) => void;

/** How a part of the page opens the upsell; filled in by UpsellProvider. */
export const UpsellContext = createContext<AskForFeature | null>(null);

/** Opens the upsell of a feature; only below the UpsellProvider. */
export function useUpsell(): AskForFeature {
  const ask = useContext(UpsellContext);
  if (!ask) throw new Error('useUpsell outside of the signed-in part');
  return ask;
}

/** Whether a feature is on for the account, and its upsell for when it is not. */
export interface FeatureUse {
  on: boolean;
  ask: () => void;
  /** Does `act` when the feature is on, opens the upsell when it is not. */
  guard: (act: () => void) => () => void;
}

/** One feature of the signed-in account; what is off opens the upsell instead of doing anything. */
export function useFeature(name: FeatureName): FeatureUse {
  const { account } = useSession();
  const upsell = useUpsell();
  const on = hasFeature(account.settings, name);
  const ask = () => upsell(name);
  return { on, ask, guard: (act) => (on ? act : ask) };
}
