import { useEffect, useRef, useState } from 'react';

const restMs = 60_000;

/** A text for who listens: the first one at once, then the newest one at most once a minute. */
export function useSpoken(text: string | null): string {
  const [spoken, setSpoken] = useState('');
  const newest = useRef(text);
  newest.current = text;
  const isThere = text !== null;
  useEffect(() => {
    if (!isThere) return;
    const speak = () => setSpoken((before) => newest.current ?? before);
    speak();
    const timer = window.setInterval(speak, restMs);
    return () => window.clearInterval(timer);
  }, [isThere]);
  return spoken;
}
