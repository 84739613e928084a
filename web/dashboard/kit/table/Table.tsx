import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, Fragment, type ReactNode, useRef } from 'react';
import { ColumnEdge } from './ColumnEdge.tsx';
import { type ColumnWidths, roomOf, useColumnWidths } from './column-widths.ts';
import css from './Table.module.css';

/** One column; `head: false` draws no caption for it (actions), but reads it aloud. */
export interface Column<Row> {
  id: string;
  label: string;
  /** The caption with a picture, where the label alone is not all of it. */
  title?: ReactNode;
  render: (row: Row) => ReactNode;
  align?: 'left' | 'right';
  sortable?: boolean;
  head?: boolean;
  width?: number | string;
  /** For a row whose cell here takes in the following ones: how many columns that is, and what they are called together. */
  spans?: (row: Row) => { columns: number; label: string } | null;
}

/** Which column sorts, and how. */
export interface Sort {
  by: string;
  direction: 'asc' | 'desc';
}

/** Properties of a Table; `caption` names it for people who listen. */
export interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selected?: (row: Row) => boolean;
  /** A click on a row beside its links and buttons; what it does has a control of its own elsewhere. */
  onRow?: (row: Row) => void;
  /** A row that something is wrong with, or that a message tells of. */
  marked?: (row: Row) => boolean;
  /** A full-width part below a row, for rows that unfold. */
  detail?: (row: Row) => ReactNode;
  /** Rows become cards below 720 px unless this is false. */
  cards?: boolean;
  /** The name under which the widths that a person gives to the columns are kept; without it they cannot be changed. */
  widthsName?: string;
  /** Cells of a first row by column, which no sorting moves: the totals. */
  totals?: Readonly<Record<string, ReactNode>>;
  /** Which of many rows are drawn, and the room that those above and below take, px. */
  part?: RowPart | undefined;
}

/** A part of a table's rows: from `first` up to and without `end`, with px for those above and below. */
export interface RowPart {
  first: number;
  end: number;
  above: number;
  below: number;
}

interface HeadProps<Row> {
  column: Column<Row>;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** Absent where the column's width cannot be changed. */
  sizes: ColumnWidths | undefined;
  width: number | string | undefined;
}

function Head<Row>({ column, sort, onSort, sizes, width }: HeadProps<Row>) {
  const sorted = sort?.by === column.id ? sort.direction : undefined;
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown;
  const text =
    column.head === false ? <span className="visually-hidden">{column.label}</span> : (column.title ?? column.label);
  return (
    <th
      scope="col"
      data-align={column.align}
      data-column={column.id}
      style={{ width }}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className={css.sort}
          onClick={() => onSort({ by: column.id, direction: sorted === 'desc' ? 'asc' : 'desc' })}
        >
          {text}
          {sorted ? <Arrow aria-hidden /> : null}
        </button>
      ) : (
        text
      )}
      {sizes ? <ColumnEdge column={column.id} label={column.label} sizes={sizes} /> : null}
    </th>
  );
}

interface CellsProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  sort?: Sort | undefined;
}

function Cells<Row>({ columns, row, sort }: CellsProps<Row>) {
  let covered = 0;
  return columns.map((column) => {
    if (covered > 0) {
      covered -= 1;
      return null;
    }
    const span = column.spans?.(row);
    covered = span ? span.columns - 1 : 0;
    return (
      <td
        key={column.id}
        colSpan={span?.columns}
        data-align={column.align}
        data-label={column.head === false ? undefined : (span?.label ?? column.label)}
        data-sorted={sort?.by === column.id || undefined}
      >
        {column.render(row)}
      </td>
    );
  });
}

function Room({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? (
    <tr aria-hidden data-room>
      <td colSpan={columns} style={{ height }} />
    </tr>
  ) : null;
}

/** A table with hairlines and right-aligned figures; the page puts it in a card without padding. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, selected, marked, detail, cards = true, widthsName } = props;
  const { totals, part, onRow } = props;
  // The head is a row, and so are the totals.
  const before = totals ? 2 : 1;
  const table = useRef<HTMLTableElement>(null);
  const sizes = useColumnWidths(widthsName, table);
  const { widths } = sizes;
  // The last column takes what room the others leave.
  const isLast = ({ id }: Column<Row>) => id === columns.at(-1)?.id;
  return (
    <table
      ref={table}
      className={css.root}
      data-kit="table"
      data-cards={cards || undefined}
      data-sized={widths ? true : undefined}
      aria-rowcount={part ? rows.length + before : undefined}
      style={widths ? (Object.fromEntries([roomOf(widths)]) as CSSProperties) : undefined}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head
              key={column.id}
              column={column}
              sort={sort}
              onSort={onSort}
              sizes={widthsName && !isLast(column) ? sizes : undefined}
              width={widths ? (isLast(column) ? undefined : widths[column.id]) : column.width}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {totals ? (
          <tr data-totals>
            {columns.map(({ id, align, label, head }) => (
              <td key={id} data-align={align} data-label={head === false ? undefined : label}>
                {totals[id]}
              </td>
            ))}
          </tr>
        ) : null}
        {part ? <Room height={part.above} columns={columns.length} /> : null}
        {rows.slice(part?.first, part?.end).map((row, at) => {
          const below = detail?.(row);
          return (
            <Fragment key={rowKey(row)}>
              <tr
                onClick={
                  onRow && (({ target }) => (target as HTMLElement).closest('a, button, input') === null && onRow(row))
                }
                data-clickable={onRow ? true : undefined}
                data-selected={selected?.(row) || undefined}
                data-marked={marked?.(row) || undefined}
                aria-rowindex={part ? part.first + at + before + 1 : undefined}
              >
                <Cells columns={columns} row={row} sort={sort} />
              </tr>
              {below ? (
                <tr data-detail>
                  <td colSpan={columns.length}>{below}</td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
        {part ? <Room height={part.below} columns={columns.length} /> : null}
      </tbody>
    </table>
  );
}
