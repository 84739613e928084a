import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { type ColumnWidths, widthBounds } from './column-widths.ts';
import css from './Table.module.css';

const step = 16;
const farStep = 64;

/** Properties of a ColumnEdge; `label` is the column's. */
export interface ColumnEdgeProps {
  column: string;
  label: string;
  sizes: ColumnWidths;
}

const headOf = (edge: HTMLElement): HTMLElement => edge.closest('th')!;
const widthOf = (edge: HTMLElement): number => headOf(edge).getBoundingClientRect().width;

/**
 * The right edge of a column's head: dragging it, or the arrow keys, change the width (with Shift in larger steps, Home
 * and End to the bounds); a double click, or Delete, lets the table lay its columns out by itself again.
 */
export function ColumnEdge({ column, label, sizes }: ColumnEdgeProps) {
  const dragged = useRef<{ from: number; begin: number; width: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const width = widthOf(event.currentTarget);
    dragged.current = { from: event.clientX, begin: width, width };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current } = dragged;
    if (!current || event.clientX - current.from === current.width - current.begin) return;
    current.width = current.begin + event.clientX - current.from;
    if (sizes.widths) sizes.show(column, current.width);
    else sizes.set(column, current.width);
  };
  const end = () => {
    const { current } = dragged;
    dragged.current = null;
    if (current && current.width !== current.begin) sizes.set(column, current.width);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.shiftKey ? farStep : step;
    const width = widthOf(event.currentTarget);
    const next = { ArrowLeft: width - by, ArrowRight: width + by, Home: widthBounds.min, End: widthBounds.max }[
      event.key
    ];
    if (next === undefined && event.key !== 'Delete') return;
    event.preventDefault();
    if (next === undefined) sizes.reset();
    else sizes.set(column, next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between sections cannot be moved
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t(kitWords.columnWidth, { label })}
      aria-valuemin={widthBounds.min}
      aria-valuemax={widthBounds.max}
      aria-valuenow={sizes.widths?.[column] ?? widthBounds.min}
      aria-valuetext={
        sizes.widths
          ? t(kitWords.columnWidthValue, { width: sizes.widths[column] ?? 0 })
          : t(kitWords.columnWidthAutomatic)
      }
      tabIndex={0}
      className={css.edge}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={sizes.reset}
      onKeyDown={onKeyDown}
    />
  );
}
