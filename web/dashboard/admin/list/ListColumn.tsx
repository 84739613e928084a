import { createContext, type ReactNode, type ThHTMLAttributes, useContext } from 'react';
import {
  DataTable,
  type DataTableColumnProps,
  type RaRecord,
  useDataTableRenderContext,
  useDataTableSortContext,
} from 'react-admin';
import { ColumnEdge } from '../../kit/table/ColumnEdge.tsx';
import type { ColumnWidths } from '../../kit/table/column-widths.ts';

/** The widths of the columns of the table around it; null where they cannot be changed. */
export const TableWidths = createContext<ColumnWidths | null>(null);

type HeadProps = ThHTMLAttributes<HTMLTableCellElement> & {
  'data-column'?: string;
  'data-label'?: string;
  'data-last'?: boolean;
};

/** A head whose right edge can be dragged. */
function Head({ children, ...native }: HeadProps) {
  const sizes = useContext(TableWidths);
  const { 'data-column': column, 'data-label': label, 'data-last': last } = native;
  return (
    <th {...native}>
      {children}
      {sizes && column && label && !last ? <ColumnEdge column={column} label={label} sizes={sizes} /> : null}
    </th>
  );
}

/** Properties of a ListColumn: those of react-admin's, with a label of text. */
export interface ListColumnProps<Row extends RaRecord> extends Omit<DataTableColumnProps<Row>, 'source' | 'label'> {
  label: string;
  source?: string;
  /** False draws no label: it is read aloud. */
  head?: boolean;
  /** The last column takes what room the others leave: its width cannot be changed. */
  last?: boolean;
}

/** A column of react-admin's table that names itself in the cards of a phone and whose width can be changed. */
export function ListColumn<Row extends RaRecord>(props: ListColumnProps<Row>) {
  const { label, head = true, last, source, ...more } = props;
  const place = useDataTableRenderContext();
  const sort = useDataTableSortContext();
  const sizes = useContext(TableWidths);
  const sorted = source !== undefined && sort?.field === source;
  const heading: ReactNode = head ? label : <span className="visually-hidden">{label}</span>;
  const named = { ...more, label: heading, 'data-label': head ? label : undefined } as DataTableColumnProps<Row>;
  const column = { ...named, ...(source ? { source } : {}) } as DataTableColumnProps<Row>;
  if (place !== 'header') return <DataTable.Col<Row> {...column} {...{ 'data-sorted': sorted || undefined }} />;
  const ofHead = {
    component: Head,
    'data-column': source ?? label,
    'data-last': last,
    style: { width: last ? undefined : sizes?.widths?.[source ?? label] },
    ...(sorted && sort ? { sortDirection: sort.order === 'ASC' ? 'asc' : 'desc' } : {}),
  };
  return <DataTable.Col<Row> {...column} {...(ofHead as object)} />;
}
