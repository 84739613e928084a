import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useState } from 'react';
import { nextLines, type WantedLines } from './next-lines.ts';
import { cardGap, cardHeight } from './use-columns.ts';

// With four columns in a window of 1200 px that makes 48 cards at most.
const overscan = 3;
// A leap of a whole window would otherwise draw thirty cards in one task.
const cardsAtOnce = 4;

/** What useDrawnLines starts from; `top` is where the grid begins on the page, px. */
export interface LinesOf {
  lines: number;
  columns: number;
  top: number;
  /** A line to keep however far the window goes: that of the card in hand. */
  kept: number | null;
}

/**
 * The lines of a grid that are drawn, from 0 up: those near the window and the kept one. They come a few cards per frame, those
 * in sight first; while some of those are still to come, `filling` is true.
 */
export function useDrawnLines({ lines, columns, top, kept }: LinesOf): { drawn: readonly number[]; filling: boolean } {
  const virtual = useWindowVirtualizer({
    count: lines,
    estimateSize: () => cardHeight + cardGap,
    overscan,
    scrollMargin: top,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      return kept === null || kept >= lines || near.includes(kept) ? near : [...near, kept];
    },
  });
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  const wanted = virtual
    .getVirtualItems()
    .map((item) => item.index)
    .join();
  const goal = useMemo<WantedLines>(
    () => ({ lines: wanted === '' ? [] : wanted.split(',').map(Number), first, last }),
    [wanted, first, last],
  );
  const [drawn, setDrawn] = useState<readonly number[]>([]);
  const most = Math.max(1, Math.round(cardsAtOnce / columns));
  const next = useMemo(() => nextLines(drawn, goal, most), [drawn, goal, most]);
  useEffect(() => {
    if (next === drawn) return;
    const frame = requestAnimationFrame(() => setDrawn(next));
    return () => cancelAnimationFrame(frame);
  }, [next, drawn]);
  const there = drawn.filter((line) => line < lines);
  const filling = goal.lines.some((line) => line >= first && line <= last && !drawn.includes(line));
  return { drawn: there, filling };
}
