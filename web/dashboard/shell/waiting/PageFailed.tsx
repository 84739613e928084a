import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { onConnectionBack } from '../../api/connection.ts';
import { hasUploads } from '../../group/uploads/uploads-loaded.ts';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { isNotLoaded, reloadForRelease } from './page-failure.ts';
import { reload, saidOf } from './RouteStates.tsx';
import { type PageFailure, whyNotLoaded } from './why-not-loaded.ts';

/**
 * Says why a page did not load or broke, or the `part` of it that an address names, such as a tab; it mends itself where
 * that loses nothing.
 */
export function FailureState({ error, part }: { error: unknown; part?: boolean }) {
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
  return <ErrorState level={part ? undefined : 1} {...saidOf[why]} onRetry={reload} />;
}

/** Stands in the frame for the page that the address names. */
export function PageFailed() {
  return <FailureState error={useRouteError()} />;
}
