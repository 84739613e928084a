import { useLayoutEffect } from 'react';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { shellWords } from '../../words/shell.en.ts';
import { t } from '../../words/t.ts';
import css from './RouteStates.module.css';

/** Shown while the first page's code is on its way: the document's grey shapes stay. */
export function Waiting() {
  return (
    <main>
      <h1 className="visually-hidden">{t(shellWords.storyrail)}</h1>
      <Loading />
    </main>
  );
}

/** Shown when the code of the frame, or of a page without one, did not load or broke. */
export function LoadFailed() {
  useLayoutEffect(() => document.documentElement.removeAttribute('data-framed'), []);
  return (
    <main className={css.failed}>
      <ErrorState
        level={1}
        title={t(shellWords.pageDidNotLoad)}
        text={t(shellWords.pageDidNotLoadText)}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
