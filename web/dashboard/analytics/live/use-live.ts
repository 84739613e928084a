import { useEffect, useRef, useState } from 'react';
import type { EpochMs } from '#contracts/time.ts';
import { onConnectionBack } from '../../api/connection.ts';
import { openEvents } from '../../api/open-events.ts';
import { followLive, type LiveState, type LiveStream, type Surroundings } from './follow-live.ts';

const pageFor = (appId: string): Surroundings => ({
  open: (signal, heard) => openEvents('/analytics/live', { query: { app_id: appId }, signal, heard }),
  now: () => Date.now() as EpochMs,
  later: (ms, work) => {
    const timer = window.setTimeout(work, ms);
    return () => window.clearTimeout(timer);
  },
  isHidden: () => document.hidden,
  watch: (tell) => {
    const online = () => tell('online');
    const offline = () => tell('offline');
    const seen = () => tell(document.hidden ? 'hidden' : 'shown');
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    document.addEventListener('visibilitychange', seen);
    const end = onConnectionBack(online);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
      document.removeEventListener('visibilitychange', seen);
      end();
    };
  },
});

/** The last 30 minutes of an app as they change; for one app, so the page gives each app a component of its own. */
export function useLive(appId: string): LiveState & { retry: () => void } {
  const [state, setState] = useState<LiveState>({ picture: null, phase: 'opening', heardAt: null, failure: null });
  const stream = useRef<LiveStream>(null);
  useEffect(() => {
    const live = followLive(pageFor(appId), setState);
    stream.current = live;
    return live.stop;
  }, [appId]);
  return { ...state, retry: () => stream.current?.retry() };
}
