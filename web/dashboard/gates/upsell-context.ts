import { createContext, useContext } from 'react';
import { type FeatureName, hasFeature } from '#contracts/api/plans.ts';
import { useSession } from '../shell/session/session-value.ts';

/** Opens the upsell of a feature: beside a control where the work around it goes on, as a dialog where a step cannot go on without it. */
export type AskForFeature = (name: FeatureName, beside?: HTMLElement | null) => void;

/** How a part of the page opens the upsell; filled in by UpsellProvider. */
export const UpsellContext = createContext<AskForFeature | null>(null);

/** Opens the upsell of a feature; only below the UpsellProvider. */
export function useUpsell(): AskForFeature {
  const ask = useContext(UpsellContext);
  if (!ask) throw new Error('useUpsell outside of the signed-in part');
  return ask;
}

/** The control that somebody uses at this moment: the one of its event, else the one with the focus; null where there is none. */
export const usedControl = (event?: unknown): HTMLElement | null => {
  const { currentTarget = null } = (event ?? {}) as { currentTarget?: unknown };
  const used = currentTarget instanceof HTMLElement ? currentTarget : document.activeElement;
  return used instanceof HTMLElement && used !== document.body ? used : null;
};

/** Whether a feature is on for the account, and its upsell beside the control that is used, for when it is not. */
export interface FeatureUse {
  on: boolean;
  ask: (event?: unknown) => void;
}

/** One feature of the signed-in account. */
export function useFeature(name: FeatureName): FeatureUse {
  const { account } = useSession();
  const upsell = useUpsell();
  return {
    on: hasFeature(account.settings, name),
    ask: (event) => upsell(name, usedControl(event)),
  };
}
