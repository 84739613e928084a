import { useEffect } from 'react';
import { ListBase } from 'react-admin';
import { Badge } from '../../kit/Badge.tsx';
import { keptRows } from '../list/kept-rows.ts';
import { ListBar } from '../list/ListBar.tsx';
import { ListTable } from '../list/ListTable.tsx';
import { userFilters } from '../list/list-filters.ts';
import { userTableColumns } from './user-columns.tsx';

const newestFirst = { field: 'ts_registration', order: 'DESC' } as const;

/** All users of the installation: filtered, sorted, in pages, as CSV, and what staff can do with each. */
export function Component() {
  useEffect(() => {
    document.title = 'Users · Storyrail Admin';
  }, []);
  return (
    <div className="admin-page">
      <header className="admin-head">
        <h1>Users</h1>
        <Badge kind="neutral">UTC</Badge>
      </header>
      <ListBase resource="users" perPage={keptRows('users')} sort={newestFirst}>
        <ListBar resource="users" name="users" fields={userFilters} />
        <ListTable name="users" columns={userTableColumns} />
      </ListBase>
    </div>
  );
}
