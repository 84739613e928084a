import { ListBase, useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import { repeatsPassing } from '../api/query.ts';
import { allRows } from './lists.ts';
import type { CustomerListName, FilterOf, RowOf } from './session/data-provider.ts';

interface StatesProps {
  waiting: ReactNode;
  failed: (error: Error, onRetry: () => void) => ReactNode;
  /** Absent where the rows say themselves that there are none. */
  empty?: ReactNode;
  children: ReactNode;
}

function States({ waiting, failed, empty, children }: StatesProps) {
  const { data, error, refetch } = useListContext();
  if (data === undefined) return error ? failed(error, () => void refetch()) : waiting;
  return data.length === 0 && empty !== undefined ? empty : children;
}

/**
 * Properties of a CustomerList; `name` is that of the data provider. It reads when `enabled`, again rows older than
 * `staleTime`, and every `refetchInterval` milliseconds.
 */
export interface CustomerListProps<Name extends CustomerListName> extends StatesProps {
  name: Name;
  filter: FilterOf<Name>;
  enabled?: boolean;
  staleTime?: number;
  refetchInterval?: number | false;
}

/**
 * React-admin's list of the customers' pages, all rows at once and apart from the page's address: what it holds has them from
 * `useListContext()`. Until they are there it says why not; a failure hides no rows that were read before.
 */
export function CustomerList<Name extends CustomerListName>(props: CustomerListProps<Name>) {
  const { name, filter, waiting, failed, empty, children, ...reading } = props;
  return (
    <ListBase<RowOf<Name>>
      // Rows under another filter are not shown in place of those that are on their way.
      key={JSON.stringify(filter)}
      resource={name}
      filter={filter}
      perPage={allRows.pagination.perPage}
      sort={allRows.sort}
      storeKey={false}
      disableSyncWithLocation
      // The page has asked `may` of the session: react-admin would ask again, after a render.
      disableAuthentication
      // A failure is told where the rows would stand, not by a message as well.
      queryOptions={{ ...reading, retry: repeatsPassing, onError: () => undefined }}
    >
      <States waiting={waiting} failed={failed} empty={empty}>
        {children}
      </States>
    </ListBase>
  );
}
