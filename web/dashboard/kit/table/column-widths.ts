import { useStore } from 'ra-core';
import type { RefObject } from 'react';

/** Widths of a table's columns in pixels, by the ids of the columns. */
export type Widths = Readonly<Record<string, number>>;

/** How narrow and how wide a column can be made, in pixels. */
export const widthBounds = { min: 56, max: 900 } as const;

/** A width that a column can have. */
export const boundedWidth = (width: number): number =>
  Math.round(Math.min(widthBounds.max, Math.max(widthBounds.min, width)));

const isWidths = (value: unknown): value is Widths =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((width) => typeof width === 'number' && width === boundedWidth(width));

/** The columns of a table as they are drawn. */
const drawnWidths = (table: HTMLTableElement): Widths =>
  Object.fromEntries(
    [...table.querySelectorAll<HTMLElement>('th[data-column]')].map((head) => [
      head.dataset.column!,
      boundedWidth(head.getBoundingClientRect().width),
    ]),
  );

/** The room that columns take together, under the name that the style sheet knows. */
export const roomOf = (widths: Widths) =>
  ['--table-room', `${Object.values(widths).reduce((sum, width) => sum + width, 0)}px`] as const;

/** What a table with columns of changeable width knows and can do. */
export interface ColumnWidths {
  /** Null while the table lays its columns out by itself. */
  widths: Widths | null;
  /** Gives a column a width; the others stay as they are drawn. */
  set(column: string, width: number): void;
  /** Shows a width without keeping it; to be followed by `set`. Rows are not made anew for it. */
  show(column: string, width: number): void;
  /** Lets the table lay its columns out by itself again. */
  reset(): void;
}

/** The widths that a person has given to the columns of the table called `name`, kept with their preferences. */
export function useColumnWidths(name: string | undefined, table: RefObject<HTMLTableElement | null>): ColumnWidths {
  const [kept, change] = useStore<Widths | null>(`columns.${name}`, null);
  const widths = name && isWidths(kept) ? kept : null;
  return {
    widths,
    set(column, width) {
      if (table.current) change({ ...drawnWidths(table.current), ...widths, [column]: boundedWidth(width) });
    },
    show(column, width) {
      const [head] = [...(table.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])].filter(
        ({ dataset }) => dataset.column === column,
      );
      if (!head || !widths) return;
      head.style.width = `${boundedWidth(width)}px`;
      table.current?.style.setProperty(...roomOf({ ...widths, [column]: boundedWidth(width) }));
    },
    reset: () => change(null),
  };
}
