import { useEffect, useLayoutEffect, useState } from 'react';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { shellWords } from '../../words/shell.en.ts';
import { t } from '../../words/t.ts';
import css from './RouteStates.module.css';
import { type PageFailure, whyNotLoaded } from './why-not-loaded.ts';

/** Loads the document anew. */
export const reload = () => window.location.reload();

const pause = 2000;

/** What is said of a page that did not load, by the cause. */
export const saidOf: Record<PageFailure, { title: string; text: string }> = {
  offline: { title: t(shellWords.pageOffline), text: t(shellWords.pageOfflineText) },
  unreachable: { title: t(shellWords.pageUnreachable), text: t(shellWords.pageUnreachableText) },
  released: { title: t(shellWords.released), text: t(shellWords.releasedText) },
  broken: { title: t(shellWords.pageDidNotLoad), text: t(shellWords.pageDidNotLoadText) },
};

/** Shown while the first page's code is on its way: the document's grey shapes stay. */
export function Waiting() {
  return (
    <main>
      <h1 className="visually-hidden">{t(shellWords.storyrail)}</h1>
      <Loading />
    </main>
  );
}

/**
 * Shown when the code of the frame, or of a page without one, did not load or broke: says why, and opens the page once there
 * are answers again. The document is there at `address`.
 */
export function LoadFailed({ address }: { address?: string }) {
  const [why, setWhy] = useState<PageFailure>();
  useLayoutEffect(() => document.documentElement.removeAttribute('data-framed'), []);
  useEffect(() => {
    let isAway = false;
    let hasLeft = false;
    const look = async () => {
      const found = await whyNotLoaded(address);
      if (hasLeft) return;
      const wasAway = isAway;
      isAway = found === 'offline' || found === 'unreachable';
      if (isAway) setTimeout(look, pause);
      else if (wasAway) return reload();
      setWhy(found);
    };
    look();
    return () => {
      hasLeft = true;
    };
  }, [address]);
  return (
    <main className={css.failed}>{why ? <ErrorState level={1} {...saidOf[why]} onRetry={reload} /> : <Loading />}</main>
  );
}
