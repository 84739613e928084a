import { lazy } from 'react';
import { useRange } from '../../group/analytics/use-range.ts';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { useSession } from '../../shell/session/session-value.ts';

const ReturnsCard = lazy(() => import('./ReturnsCard.tsx'));

/** Where a page shows who came back, of the days of its address; nothing for who may not see all apps. */
export function ReturnsSlot() {
  const { may } = useSession();
  const { range } = useRange();
  return may('returns.view') ? (
    <LazyPart>
      <ReturnsCard range={range} />
    </LazyPart>
  ) : null;
}
