import { ErrorState } from '../kit/ErrorState.tsx';
import { Loading } from '../kit/Skeleton.tsx';
import css from './RouteStates.module.css';

/** Shown while the first page's code is on its way: nothing that would flash. */
export function Waiting() {
  return <Loading />;
}

/** Shown when a page's code did not load or the page broke. */
export function LoadFailed() {
  return (
    <main className={css.failed}>
      <ErrorState
        title="This page did not load"
        text="Nothing is lost. A new version may have come out meanwhile."
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
