import { SearchX } from 'lucide-react';
import { type CSSProperties, type ReactElement, type ReactNode, useRef } from 'react';
import { DataTable, type DataTableProps, type RaRecord, useListContext } from 'react-admin';
import { Button } from '../../kit/buttons/Button.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { roomOf, useColumnWidths } from '../../kit/table/column-widths.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import css from './AdminTable.module.css';
import { TableWidths } from './ListColumn.tsx';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

function Waiting() {
  return (
    <div className={css.waiting}>
      <Loading />
      {places.map((place) => (
        <div key={place} aria-hidden>
          <Skeleton width={30} height={30} round />
          {places.slice(0, 6).map((cell) => (
            <Skeleton key={cell} width={`${8 + ((cell.charCodeAt(0) * 7) % 6)}%`} height={12} />
          ))}
        </div>
      ))}
    </div>
  );
}

function NoRows({ label }: { label: string }) {
  const { setFilters } = useListContext();
  return (
    <EmptyState
      art={<SearchX size={32} aria-hidden />}
      title={t(adminWords.noMatchTitle, { name: label })}
      text={t(adminWords.noMatchText)}
      action={<Button onClick={() => setFilters({}, {})}>{t(adminWords.showAll)}</Button>}
    />
  );
}

/** Properties of the AdminTable; `label` says what the rows are, in the plural, and names the table. */
export interface AdminTableProps<Row extends RaRecord> extends Pick<DataTableProps<Row>, 'rowClick'> {
  label: string;
  /** The name under which the widths that a person gives to the columns are kept; without it they cannot be changed. */
  widthsName?: string;
  /** What stands there without rows, where nothing filters them. */
  none?: ReactElement;
  children: ReactNode;
}

/** React-admin's table of the list around it: columns of changeable width, or why there are no rows. */
export function AdminTable<Row extends RaRecord>(props: AdminTableProps<Row>) {
  const { label, widthsName, rowClick = false, none, children } = props;
  const { data, error, isPending, refetch } = useListContext<Row>();
  const table = useRef<HTMLTableElement>(null);
  const sizes = useColumnWidths(widthsName, table);
  if (error && !data)
    return (
      <ErrorState
        bare
        title={t(adminWords.listDidNotLoad, { name: label })}
        text={t(adminWords.didNotLoadText)}
        onRetry={() => refetch()}
      />
    );
  if (isPending) return <Waiting />;
  return (
    <TableWidths value={widthsName ? sizes : null}>
      <DataTable<Row>
        ref={table}
        aria-label={label}
        data-sized={sizes.widths ? true : undefined}
        style={sizes.widths ? (Object.fromEntries([roomOf(sizes.widths)]) as CSSProperties) : undefined}
        bulkActionButtons={false}
        rowClick={rowClick}
        empty={none ?? <NoRows label={label} />}
      >
        {children}
      </DataTable>
    </TableWidths>
  );
}
