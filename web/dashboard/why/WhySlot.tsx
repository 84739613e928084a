import { lazy, Suspense } from 'react';
import { useWhy } from './use-why.ts';
import type { WhyAbout } from './why-query.ts';

const WhyDrawer = lazy(() => import('./WhyDrawer.tsx'));

/** Where a page shows what the figure is made of that its address asks about; `together` is what its totals are of. */
export function WhySlot({ together }: { together?: WhyAbout | undefined }) {
  const { question } = useWhy();
  return question && (question.of !== 'together' || together) ? (
    <Suspense fallback={null}>
      <WhyDrawer together={together} />
    </Suspense>
  ) : null;
}
