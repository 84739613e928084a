import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has come near the window; from then on it stays so. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !place.current) return;
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '200px' },
    );
    seen.observe(place.current);
    return () => seen.disconnect();
  }, [near, place]);
  return near;
}
