import { useEffect, useState } from 'react';

/** A clock that counts down. */
export interface Countdown {
  left: number;
  running: boolean;
  /** Whether it was started at all; until then `left` is all of its time. */
  begun: boolean;
  start: () => void;
  /** What it counts is over before its time. */
  end: () => void;
}

/** Counts so many seconds down; `running` says whether it does from the beginning. */
export function useSecondsLeft(seconds: number, running: boolean): Countdown {
  const [ends, setEnds] = useState(() => (running ? Date.now() + seconds * 1000 : null));
  const [now, setNow] = useState(Date.now);
  const left = ends === null ? seconds : Math.max(0, Math.ceil((ends - now) / 1000));
  useEffect(() => {
    if (ends === null || left === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [ends, left]);
  const endIn = (ms: number) => {
    // The clock is read once: a millisecond between two looks would count as a second that is left.
    const from = Date.now();
    setNow(from);
    setEnds(from + ms);
  };
  const begun = ends !== null;
  return { left, running: begun && left > 0, begun, start: () => endIn(seconds * 1000), end: () => endIn(0) };
}
