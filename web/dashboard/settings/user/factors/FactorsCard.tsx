import { lazy, useState } from 'react';
import { LazyPart } from '../../../kit/states/LazyPart.tsx';
import { usePartFailed } from '../../../kit/states/use-part-failed.ts';
import type { Asks } from './asks.ts';
import { PasskeysCard } from './PasskeysCard.tsx';
import { TwoFactorCard } from './TwoFactorCard.tsx';

const FactorDialogs = lazy(() => import('./FactorDialogs.tsx'));

/** What the person signs in with beside the password: the cards, and the dialogs that change it. */
export function FactorsCard() {
  const [asks, setAsks] = useState<Asks | null>(null);
  const close = () => setAsks(null);
  const onFailed = usePartFailed(close);
  return (
    <>
      <TwoFactorCard onAsk={setAsks} />
      <PasskeysCard onAsk={setAsks} />
      {asks ? (
        <LazyPart onFailed={onFailed}>
          <FactorDialogs asks={asks} onAsk={setAsks} onClose={close} />
        </LazyPart>
      ) : null}
    </>
  );
}
