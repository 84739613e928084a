import { type RefObject, useLayoutEffect, useState } from 'react';

/** Smallest width of a card, and the gap between cards, px. */
export const cardWidth = 300;
export const cardGap = 16;
/** Height of every card, px. */
export const cardHeight = 190;

/** How many cards stand side by side in a width. */
export const columnsIn = (width: number): number => Math.max(1, Math.floor((width + cardGap) / (cardWidth + cardGap)));

/** The columns of a grid and how far down the page it begins, kept up to date. */
export function useColumns(ref: RefObject<HTMLElement | null>): { columns: number; top: number } {
  const [place, setPlace] = useState(() => ({ columns: columnsIn(window.innerWidth - 48), top: 200 }));
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const next = { columns: columnsIn(box.width), top: Math.round(box.top + window.scrollY) };
      setPlace((before) => (before.columns === next.columns && before.top === next.top ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return place;
}
