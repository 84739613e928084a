import { lazy, Suspense } from 'react';
import { useWhy } from './use-why.ts';

const WhyDrawer = lazy(() => import('./WhyDrawer.tsx'));

/** Where a page shows what the figure is made of that its address asks about. */
export function WhySlot() {
  const { question } = useWhy();
  return question ? (
    <Suspense fallback={null}>
      <WhyDrawer />
    </Suspense>
  ) : null;
}
