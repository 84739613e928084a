import { lazy } from 'react';
import { LazyPart } from '../../../kit/states/LazyPart.tsx';
import { usePartFailed } from '../../../kit/states/use-part-failed.ts';
import type { Asks } from './asks.ts';

const FactorDialogs = lazy(() => import('./FactorDialogs.tsx'));

/** The dialog that a card of second factors has asked for. */
export function AskedFactor({ asks, onAsk }: { asks: Asks | null; onAsk: (asks: Asks | null) => void }) {
  const close = () => onAsk(null);
  const onFailed = usePartFailed(close);
  if (!asks) return null;
  return (
    <LazyPart onFailed={onFailed}>
      <FactorDialogs asks={asks} onAsk={onAsk} onClose={close} />
    </LazyPart>
  );
}
