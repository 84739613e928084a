import { useRouteError } from 'react-router';
import { Loading } from '../kit/states/Skeleton.tsx';
import { FrameSkeleton } from './FrameSkeleton.tsx';
import { FailureState } from './PageFailed.tsx';
import css from './RouteStates.module.css';

/** Shown while the first page's code is on its way: what the document held until now. */
export function Waiting() {
  return (
    <>
      <Loading />
      <FrameSkeleton />
    </>
  );
}

/** Shown when the code of the frame, or of a page without one, did not load or broke. */
export function LoadFailed() {
  return (
    <main className={css.failed}>
      <FailureState error={useRouteError()} />
    </main>
  );
}
