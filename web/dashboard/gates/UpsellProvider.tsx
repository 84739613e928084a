import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { FeatureName } from '#contracts/api/plans.ts';
import { UpsellDialog } from './UpsellDialog.tsx';
import { UpsellPopover } from './UpsellPopover.tsx';
import { UpsellContext } from './upsell-context.ts';

interface Asked {
  name: FeatureName;
  beside: HTMLElement | null;
  open: boolean;
}

/** Holds the one upsell of the dashboard, which any part of the page below opens for a feature. */
export function UpsellProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { key } = useLocation();
  // Whoever follows 'Gain Access' has left it behind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new place closes it
  useEffect(() => setAsked(null), [key]);
  const ask = useCallback(
    (name: FeatureName, beside: HTMLElement | null = null) => setAsked({ name, beside, open: true }),
    [],
  );
  const close = () => setAsked(asked && { ...asked, open: false });
  return (
    <UpsellContext.Provider value={ask}>
      {children}
      {asked?.beside ? (
        <UpsellPopover name={asked.name} anchor={asked.open ? asked.beside : null} onClose={close} />
      ) : null}
      {asked && !asked.beside ? <UpsellDialog name={asked.name} open={asked.open} onClose={close} /> : null}
    </UpsellContext.Provider>
  );
}
