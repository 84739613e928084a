import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { FeatureName } from '#contracts/api/plans.ts';
import { UpsellDialog } from './UpsellDialog.tsx';
import { UpsellContext } from './upsell-context.ts';

/** Holds the one upsell dialog of the dashboard, which any part of the page below opens for a feature. */
export function UpsellProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ name: FeatureName; open: boolean } | null>(null);
  const { key } = useLocation();
  // Whoever follows 'Gain Access' has left the dialog behind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new place closes it
  useEffect(() => setAsked(null), [key]);
  const ask = useCallback((name: FeatureName) => setAsked({ name, open: true }), []);
  return (
    <UpsellContext.Provider value={ask}>
      {children}
      {asked ? (
        <UpsellDialog name={asked.name} open={asked.open} onClose={() => setAsked({ ...asked, open: false })} />
      ) : null}
    </UpsellContext.Provider>
  );
}
