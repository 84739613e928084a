import { useState } from 'react';
import { AskedFactor } from './AskedFactor.tsx';
import type { Asks } from './asks.ts';
import { PasskeysCard } from './PasskeysCard.tsx';
import { SocialCard } from './SocialCard.tsx';
import { TwoFactorCard } from './TwoFactorCard.tsx';
import { useReturned } from './use-returned.ts';

/** What the person signs in with beside the password: the cards, and the dialogs that change it. */
export function FactorsCard() {
  useReturned();
  const [asks, setAsks] = useState<Asks | null>(null);
  return (
    <>
      <TwoFactorCard onAsk={setAsks} />
      <PasskeysCard onAsk={setAsks} />
      <SocialCard onAsk={setAsks} />
      <AskedFactor asks={asks} onAsk={setAsks} />
    </>
  );
}
