import { useEffect, useState } from 'react';
import { followDays } from './follow-days.ts';

/** A moment (unix seconds) of the day that it is in a zone, which is renewed with each day. */
export function useNow(zone: string): number {
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1000));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is followed from the day that is shown first
  useEffect(() => {
    const { look, end } = followDays(zone, now, setNow);
    window.addEventListener('focus', look);
    return () => {
      end();
      window.removeEventListener('focus', look);
    };
  }, [zone]);
  return now;
}
