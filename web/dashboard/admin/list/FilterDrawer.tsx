import { useEffect, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Drawer } from '../../kit/Drawer.tsx';
import { Field } from '../../kit/Field.tsx';
import css from '../../kit/Input.module.css';
import { TextField } from '../../kit/TextField.tsx';
import { boundText, type Filter, type FilterField, readBound } from './list-filters.ts';

interface Part {
  field: FilterField;
  filter: Filter;
  change: (patch: Filter) => void;
}

function Choose({ field, filter, change }: Part) {
  if (field.kind !== 'choice') return null;
  const at = field.choices.findIndex((one) => one.value === filter[field.source]);
  const id = `filter-${field.source}`;
  return (
    <Field id={id} label={field.label}>
      <span className={`${css.root} admin-select`} data-size="toolbar">
        <select
          id={id}
          value={at < 0 ? '' : at}
          onChange={(event) => {
            const { value } = event.target;
            change({ [field.source]: value === '' ? undefined : field.choices[Number(value)]?.value });
          }}
        >
          <option value="">Any</option>
          {field.choices.map((one, index) => (
            <option key={String(one.value)} value={index}>
              {one.label}
            </option>
          ))}
        </select>
      </span>
    </Field>
  );
}

function Bounds({ field, filter, change }: Part) {
  const bound = (end: 'gte' | 'lte', label: string) => {
    const key = `${field.source}_${end}`;
    return (
      <TextField
        label={label}
        hideLabel
        size="toolbar"
        type={field.kind === 'days' ? 'date' : 'number'}
        min={field.kind === 'days' ? undefined : 0}
        aria-label={label}
        placeholder={end === 'gte' ? 'At least' : 'At most'}
        value={boundText(field, filter[key])}
        onChange={(written) => change({ [key]: readBound(field, written, end) })}
      />
    );
  };
  const days = field.kind === 'days';
  return (
    <Field id={`filter-${field.source}`} label={field.label} group end={days ? 'UTC' : undefined}>
      <div className="admin-bounds">
        {bound('gte', `${field.label}, ${days ? 'from' : 'at least'}`)}
        {bound('lte', `${field.label}, ${days ? 'to' : 'at most'}`)}
      </div>
    </Field>
  );
}

/** Properties of the FilterDrawer. */
export interface FilterDrawerProps {
  open: boolean;
  fields: readonly FilterField[];
  filter: Filter;
  onApply: (filter: Filter) => void;
  onClose: () => void;
}

/** All that a list can be filtered by; nothing changes until it is applied. */
export function FilterDrawer({ open, fields, filter, onApply, onClose }: FilterDrawerProps) {
  const [draft, setDraft] = useState(filter);
  useEffect(() => {
    if (open) setDraft(filter);
  }, [open, filter]);
  const change = (patch: Filter) => setDraft((before) => ({ ...before, ...patch }));
  return (
    <Drawer
      open={open}
      title="Filters"
      onClose={onClose}
      onSubmit={() => onApply(draft)}
      footer={
        <>
          <Button variant="quiet" onClick={() => setDraft(draft.q === undefined ? {} : { q: draft.q })}>
            Clear all
          </Button>
          <Button data-push onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary">
            Show
          </Button>
        </>
      }
    >
      <div className="admin-fields">
        {fields.map((field) => {
          const part = { field, filter: draft, change };
          if (field.kind === 'choice') return <Choose {...part} key={field.source} />;
          if (field.kind !== 'text') return <Bounds {...part} key={field.source} />;
          return (
            <TextField
              key={field.source}
              label={field.label}
              size="toolbar"
              maxLength={200}
              autoComplete="off"
              value={String(draft[field.source] ?? '')}
              onChange={(value) => change({ [field.source]: value || undefined })}
            />
          );
        })}
      </div>
    </Drawer>
  );
}
