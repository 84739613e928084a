import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { onConnectionBack } from '../../api/connection.ts';
import { hasUploads } from '../../group/uploads/uploads-loaded.ts';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { shellWords } from '../../words/shell.en.ts';
import { t } from '../../words/t.ts';
import { isNotLoaded, type PageFailure, reloadForRelease, whyNotLoaded } from './page-failure.ts';

const reload = () => window.location.reload();

const said: Record<PageFailure, { title: string; text: string }> = {
  offline: { title: t(shellWords.pageOffline), text: t(shellWords.pageOfflineText) },
  unreachable: { title: t(shellWords.pageUnreachable), text: t(shellWords.pageUnreachableText) },
  released: { title: t(shellWords.released), text: t(shellWords.releasedText) },
  broken: { title: t(shellWords.pageDidNotLoad), text: t(shellWords.pageDidNotLoadText) },
};

/** Says why a page did not load or broke; it mends itself where that loses nothing. */
export function FailureState({ error }: { error: unknown }) {
  const [why, setWhy] = useState<PageFailure | null>(isNotLoaded(error) ? null : 'broken');
  useEffect(() => {
    if (!isNotLoaded(error)) return;
    let left = false;
    whyNotLoaded().then((found) => {
      if (left) return;
      // Files on their way would be cut off: then people choose the moment.
      if (found === 'released' && !hasUploads() && reloadForRelease()) return;
      setWhy(found);
    });
    return () => {
      left = true;
    };
  }, [error]);
  useEffect(() => {
    if (why !== 'offline' && why !== 'unreachable') return;
    const mend = () => {
      if (!hasUploads()) reload();
    };
    window.addEventListener('online', mend);
    const end = onConnectionBack(mend);
    return () => {
      window.removeEventListener('online', mend);
      end();
    };
  }, [why]);
  if (why === null) return <Loading />;
  return <ErrorState level={1} {...said[why]} onRetry={reload} />;
}

/** Stands in the frame for the page that the address names. */
export function PageFailed() {
  return <FailureState error={useRouteError()} />;
}
