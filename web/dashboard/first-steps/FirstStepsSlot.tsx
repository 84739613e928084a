import { lazy, Suspense } from 'react';
import { Skeleton } from '../kit/states/Skeleton.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { useFirstSteps } from './use-first-steps.ts';

const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }));

/** The place of the checklist of the first steps; whoever has them behind them loads nothing of it. */
export function FirstStepsSlot() {
  const { apps } = useSession();
  const { ahead, state } = useFirstSteps();
  if (!ahead) return null;
  const comes = state !== null || apps.every((app) => app.total_story_count === 0);
  return (
    <Suspense fallback={comes ? <Skeleton height={state === 'folded' ? 62 : 144} radius={12} /> : null}>
      <FirstSteps />
    </Suspense>
  );
}
