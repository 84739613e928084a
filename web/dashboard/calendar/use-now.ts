import { useEffect, useState } from 'react';
import { followDays } from './follow-days.ts';

/** A moment (unix seconds) of the day that it is in a zone, which is renewed with each day. */
export function useNow(zone: string): number {
  const [first] = useState(() => Math.floor(Date.now() / 1000));
  const [now, setNow] = useState(first);
  useEffect(() => {
    const { look, end } = followDays(zone, first, setNow);
    window.addEventListener('focus', look);
    return () => {
      end();
      window.removeEventListener('focus', look);
    };
  }, [zone, first]);
  return now;
}
