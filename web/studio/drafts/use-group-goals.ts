import { useEffect, useMemo, useState } from 'react';
import type { Goals } from '#contracts/studio/resting.ts';
import type { StripEntry } from '../strip/entries.ts';
import { groupGoals } from './group-goals.ts';

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);
/** A browser waits no longer than some weeks; so many seconds are near enough. */
const longest = 3600;

/** Where rules of a group's stories lead now; anew when a story's time to be shown begins or ends. */
export function useGroupGoals(entries: readonly StripEntry[]): Goals {
  const [now, setNow] = useState(nowInSeconds);
  useEffect(() => {
    const edges = entries.flatMap(({ story }) => [story?.ts_start ?? 0, story?.ts_end ?? 0]);
    const next = Math.min(...edges.filter((edge) => edge > now));
    if (!Number.isFinite(next)) return;
    const timer = window.setTimeout(() => setNow(nowInSeconds()), Math.min(longest, next - now + 1) * 1000);
    return () => window.clearTimeout(timer);
  }, [entries, now]);
  return useMemo(() => groupGoals(entries, now), [entries, now]);
}
