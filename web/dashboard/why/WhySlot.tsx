import { lazy } from 'react';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { usePartFailed } from '../kit/states/use-part-failed.ts';
import { useWhy } from './use-why.ts';
import type { WhyAbout } from './why-query.ts';

const WhyDrawer = lazy(() => import('./WhyDrawer.tsx'));

/** Where a page shows what the figure is made of that its address asks about; `together` is what its totals are of. */
export function WhySlot({ together }: { together?: WhyAbout | undefined }) {
  const { question, close } = useWhy();
  const onFailed = usePartFailed(close);
  return question && (question.of !== 'together' || together) ? (
    <LazyPart onFailed={onFailed}>
      <WhyDrawer together={together} />
    </LazyPart>
  ) : null;
}
