import { lazy } from 'react';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { PartFailed } from '../kit/states/PartFailed.tsx';
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
    <LazyPart
      fallback={comes ? <Skeleton height={state === 'folded' ? 62 : 144} radius={12} /> : null}
      failed={comes ? <PartFailed /> : null}
    >
      <FirstSteps />
    </LazyPart>
  );
}
