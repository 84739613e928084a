import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import type { RowPart } from '../kit/table/Table.tsx';

/** So many rows are drawn whole: to find them in the page with the browser's own search is worth more. */
const wholeUpTo = 200;
const rowHeight = 44;
const overscan = 12;

/** Which of a long table's rows are near the window; undefined where all are drawn. */
export function useDrawnRows(count: number, table: RefObject<HTMLElement | null>): RowPart | undefined {
  const isLong = count >= wholeUpTo;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (isLong && table.current) setTop(table.current.getBoundingClientRect().top + window.scrollY + 2 * rowHeight);
  }, [isLong, table]);
  const virtual = useWindowVirtualizer({
    count: isLong ? count : 0,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    useFlushSync: false,
  });
  if (!isLong) return undefined;
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const end = Math.min(count, (items.at(-1)?.index ?? 0) + 1);
  return { first, end, above: first * rowHeight, below: (count - end) * rowHeight };
}
