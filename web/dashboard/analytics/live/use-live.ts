import { useEffect, useRef, useState } from 'react';
import type { FollowedStream } from '../../api/follow-events.ts';
import { openEvents } from '../../api/open-events.ts';
import { pageSurroundings } from '../../api/page-surroundings.ts';
import { followLive, type LiveState } from './follow-live.ts';

/** The last 30 minutes of an app as they change; for one app, so the page gives each app a component of its own. */
export function useLive(appId: string): LiveState & { retry: () => void } {
  const [state, setState] = useState<LiveState>({ picture: null, phase: 'opening', heardAt: null, failure: null });
  const stream = useRef<FollowedStream>(null);
  useEffect(() => {
    const page = pageSurroundings((signal, heard) =>
      openEvents('/analytics/live', { query: { app_id: appId }, signal, heard }),
    );
    const live = followLive(page, setState);
    stream.current = live;
    return live.stop;
  }, [appId]);
  return { ...state, retry: () => stream.current?.retry() };
}
