import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Loading } from '../kit/states/Skeleton.tsx';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';
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
        title={t(shellWords.pageDidNotLoad)}
        text={t(shellWords.pageDidNotLoadText)}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
