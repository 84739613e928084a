import { ChevronLeft, ChevronRight, SearchX } from 'lucide-react';
import { type RaRecord, useListContext } from 'react-admin';
import { adminPageSizes } from '#contracts/admin/admin.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { exactNumber } from '../../kit/format.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Loading, Skeleton } from '../../kit/Skeleton.tsx';
import { type Column, Table } from '../../kit/Table.tsx';
import { keepRows } from './kept-rows.ts';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

function Rows({ columns }: { columns: number }) {
  return (
    <div className="admin-skeleton">
      <Loading />
      {places.map((place) => (
        <div key={place} aria-hidden>
          <Skeleton width={30} height={30} round />
          {places.slice(0, Math.min(columns, 6)).map((cell) => (
            <Skeleton key={cell} width={`${8 + ((cell.charCodeAt(0) * 7) % 6)}%`} height={12} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Pages({ name }: { name: string }) {
  const { page, perPage, setPage, setPerPage, total = 0 } = useListContext();
  const last = Math.max(1, Math.ceil(total / perPage));
  const first = (page - 1) * perPage + 1;
  const choose = (size: number) => {
    keepRows(name, size);
    setPerPage(size);
  };
  return (
    <div className="admin-pages">
      <span className="num">
        {total === 0
          ? 'No rows'
          : `${exactNumber(first)} – ${exactNumber(Math.min(page * perPage, total))} of ${exactNumber(total)}`}
      </span>
      <label className="admin-per-page">
        Rows
        <select value={perPage} onChange={(event) => choose(Number(event.target.value))}>
          {adminPageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <IconButton
        size="small"
        label="Previous page"
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => setPage(page - 1)}
      />
      <IconButton
        size="small"
        label="Next page"
        icon={<ChevronRight />}
        disabled={page >= last}
        onClick={() => setPage(page + 1)}
      />
    </div>
  );
}

/** The rows of the list around it: sorted by its heads, in pages of 10 to 100, or why there are none. */
export function ListTable<Row extends RaRecord>({ name, columns }: { name: string; columns: readonly Column<Row>[] }) {
  const { data, error, isPending, isFetching, refetch, sort, setSort, setFilters } = useListContext<Row>();
  if (error && !data)
    return <ErrorState title={`The ${name} did not load`} text="Nothing is lost." onRetry={() => refetch()} />;
  return (
    <Card as="section" padded={false} className="admin-list" aria-label={name} aria-busy={isFetching || undefined}>
      {isPending ? (
        <Rows columns={columns.length} />
      ) : data && data.length > 0 ? (
        <div className="admin-table">
          <Table
            caption={name}
            widthsName={`admin.${name}`}
            columns={columns}
            rows={data}
            rowKey={(row) => String(row.id)}
            sort={{ by: sort.field, direction: sort.order === 'ASC' ? 'asc' : 'desc' }}
            onSort={({ by, direction }) => setSort({ field: by, order: direction === 'asc' ? 'ASC' : 'DESC' })}
          />
        </div>
      ) : (
        <EmptyState
          art={<SearchX size={32} aria-hidden />}
          title={`No ${name} match`}
          text="Take out a filter, or search for other words."
          action={<Button onClick={() => setFilters({})}>Show all</Button>}
        />
      )}
      <Pages name={name} />
    </Card>
  );
}
