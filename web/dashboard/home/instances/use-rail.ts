import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../../theme/mode.ts';

/** A list that scrolls sideways: where it can go, and the function that moves it by nearly its width. */
export interface ScrollRail<Element extends HTMLElement> {
  ref: RefObject<Element | null>;
  back: boolean;
  forth: boolean;
  move: (direction: 1 | -1) => void;
}

/** Follows how far a list has been scrolled sideways; `count` is the number of its items. */
export function useRail<Element extends HTMLElement>(count: number): ScrollRail<Element> {
  const ref = useRef<Element>(null);
  const [ends, setEnds] = useState({ back: false, forth: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: more items may need to be scrolled
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    const look = () => {
      const back = list.scrollLeft > 4;
      const forth = list.scrollLeft + list.clientWidth < list.scrollWidth - 4;
      setEnds((before) => (before.back === back && before.forth === forth ? before : { back, forth }));
    };
    look();
    list.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(list);
    return () => {
      list.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [count]);
  const move = useCallback((direction: 1 | -1) => {
    const list = ref.current;
    list?.scrollBy({
      left: direction * list.clientWidth * 0.8,
      behavior: prefersReducedMotion() ? 'auto' : 'smooth',
    });
  }, []);
  return { ref, ...ends, move };
}
