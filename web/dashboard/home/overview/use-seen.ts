import { useEffect, useRef, useState } from 'react';

/** Whether an element has come into the window once: what it holds is worth loading from then on. */
export function useSeen<Of extends Element>() {
  const ref = useRef<Of>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen]);
  return { ref, seen };
}
