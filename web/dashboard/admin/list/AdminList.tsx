import { Download } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import {
  ExportButton,
  FilterButton,
  List,
  Pagination,
  type RaRecord,
  type SortPayload,
  TopToolbar,
  useListContext,
  useStore,
} from 'react-admin';
import { adminPageSizes } from '#contracts/admin/admin.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { adminLists, type ExportedList } from '../provider/admin-lists.ts';
import { asCsv } from '../provider/admin-provider.ts';
import { filterInputs } from './filter-inputs.tsx';
import type { FilterField } from './list-filters.ts';
import { useCsvExporter } from './use-csv-exporter.ts';

const usualRows = 20;
const rows = { select: { native: true, inputProps: { 'aria-label': t(adminWords.rows) } } };

const useKeptRows = (name: ExportedList) => useStore<number>(`${name}.rows`, usualRows);

function Acts({ name }: { name: ExportedList }) {
  const { total, perPage } = useListContext();
  const [, keepRows] = useKeptRows(name);
  // An address may ask for any number.
  useEffect(() => {
    if (adminPageSizes.some((size) => size === perPage)) keepRows(perPage);
  }, [perPage, keepRows]);
  const exporter = useCsvExporter(name);
  return (
    <TopToolbar>
      <span className="t-small num" role="status">
        {total === undefined ? '' : t(adminLists[name].counted, { count: total })}
      </span>
      <FilterButton disableSaveQuery />
      {total ? <ExportButton exporter={exporter} meta={asCsv} icon={<Download size={16} aria-hidden />} /> : null}
    </TopToolbar>
  );
}

/** Properties of the AdminList; `name` is the resource. */
export interface AdminListProps {
  name: ExportedList;
  fields: readonly FilterField[];
  sort: SortPayload;
  children: ReactNode;
}

/** React-admin's list of a resource: filters, their number, all of them as CSV, a table, and pages of 10 to 100. */
export function AdminList<Row extends RaRecord>({ name, fields, sort, children }: AdminListProps) {
  const [rowsKept] = useKeptRows(name);
  return (
    <List<Row>
      resource={name}
      title={false}
      filters={filterInputs(fields)}
      actions={<Acts name={name} />}
      sort={sort}
      perPage={rowsKept}
      pagination={<Pagination rowsPerPageOptions={[...adminPageSizes]} slotProps={rows} />}
      empty={false}
      // What was looked for stands in the address alone: the store would keep people's e-mails after the sign-out, and
      // a filter from a broken link for every later visit.
      storeKey={false}
      aria-label={t(adminLists[name].rows)}
    >
      {children}
    </List>
  );
}
