import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { cardGap, cardHeight } from './use-columns.ts';

// With four columns in a window of 1200 px that makes 48 cards at most.
const overscan = 3;

/**
 * The lines of a grid to draw, from 0 up: those near the window, and the one to keep however far the window goes (that of
 * the card in hand). `top` is where the grid begins on the page, px.
 */
export function useDrawnLines({ lines, top, kept }: { lines: number; top: number; kept: number | null }): number[] {
  const virtual = useWindowVirtualizer({
    count: lines,
    estimateSize: () => cardHeight + cardGap,
    overscan,
    scrollMargin: top,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      if (kept === null || kept >= lines || near.includes(kept)) return near;
      return [...near, kept].sort((a, b) => a - b);
    },
  });
  return virtual.getVirtualItems().map((item) => item.index);
}
