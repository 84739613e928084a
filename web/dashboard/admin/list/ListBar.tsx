import { ListFilter, Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import { CsvButton } from '../../csv/CsvButton.tsx';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { plural } from '../../kit/format.ts';
import { TextField } from '../../kit/TextField.tsx';
import type { AdminProvider } from '../provider/admin-provider.ts';
import { FilterDrawer } from './FilterDrawer.tsx';
import { type Filter, type FilterField, filterText, isSet, without } from './list-filters.ts';

const pauseMs = 300;

function Words({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const given = typeof filter.q === 'string' ? filter.q : '';
  const [text, setText] = useState(given);
  useEffect(() => setText(given), [given]);
  const words = text.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts a search
  useEffect(() => {
    if (words === given) return;
    const timer = setTimeout(() => onChange({ ...filter, q: words || undefined }), pauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <TextField
      label="Search"
      hideLabel
      size="toolbar"
      type="search"
      placeholder="Name, company or e-mail"
      autoComplete="off"
      maxLength={200}
      icon={<Search aria-hidden />}
      value={text}
      onChange={setText}
    />
  );
}

function RowsCsv({ resource, name }: { resource: string; name: string }) {
  const { filterValues, sort, total } = useListContext();
  const provider = useDataProvider<AdminProvider>();
  return (
    <CsvButton
      what={plural(total ?? 0, name.slice(0, -1), name)}
      name={() => `${name}-${new Date().toISOString().slice(0, 10)}`}
      read={() => provider.exportList(resource, { filter: filterValues, sort })}
      disabled={!total}
    />
  );
}

/** Properties of the ListBar; `name` is what the rows are, in the plural. */
export interface ListBarProps {
  resource: string;
  name: string;
  fields: readonly FilterField[];
}

/** Above a list: words to search, the filters that are set, how many rows that leaves, and all of them as CSV. */
export function ListBar({ resource, name, fields }: ListBarProps) {
  const { filterValues, setFilters, total } = useListContext();
  const [open, setOpen] = useState(false);
  const set = fields.filter((field) => isSet(filterValues, field));
  return (
    <div className="admin-list-bar">
      <search className="admin-list-filters" aria-label="Filters">
        <Words filter={filterValues} onChange={setFilters} />
        <Button
          size="toolbar"
          icon={<ListFilter aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          Filters
          {set.length > 0 ? <Badge kind="primary">{set.length}</Badge> : null}
        </Button>
        {set.map((field) => (
          <button
            key={field.source}
            type="button"
            className="admin-chip"
            aria-label={`${field.label}: ${filterText(filterValues, field)}, take out`}
            onClick={() => setFilters(without(filterValues, field))}
          >
            <span className="truncate">
              {field.label}: <b>{filterText(filterValues, field)}</b>
            </span>
            <X size={14} aria-hidden />
          </button>
        ))}
        {set.length > 1 ? (
          <Button size="toolbar" variant="link" onClick={() => setFilters({})}>
            Clear
          </Button>
        ) : null}
      </search>
      <div className="admin-list-end">
        <span className="t-small num" role="status">
          {total === undefined ? '' : plural(total, name.slice(0, -1), name)}
        </span>
        <RowsCsv resource={resource} name={name} />
      </div>
      <FilterDrawer
        open={open}
        fields={fields}
        filter={filterValues}
        onClose={() => setOpen(false)}
        onApply={(filter) => {
          setOpen(false);
          setFilters(filter);
        }}
      />
    </div>
  );
}
