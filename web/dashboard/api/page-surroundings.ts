import type { EpochMs } from '#contracts/time.ts';
import { onConnectionBack } from './connection.ts';
import type { Surroundings } from './follow-events.ts';

/** The page as that in which a stream is followed; `open` opens it. */
export const pageSurroundings = (open: Surroundings['open']): Surroundings => ({
  open,
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
