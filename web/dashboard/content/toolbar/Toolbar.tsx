import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { Key } from '../../kit/text/Key.tsx';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import contentParts from '../ContentParts.module.css';
import { type GroupFilterName, groupFilters } from './group-filters.ts';
import { LabelFilter } from './LabelFilter.tsx';
import css from './Toolbar.module.css';
import type { Filters } from './use-filters.ts';

const settle = 200;

const filterLabels: Record<GroupFilterName, string> = {
  All: t(contentWords.filterAll),
  Active: t(contentWords.filterActive),
  Inactive: t(contentWords.filterInactive),
  Passive: t(contentWords.filterPassive),
  Test: t(contentWords.filterTest),
};

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Properties of the Toolbar; counts are absent until the groups are loaded. */
export interface ToolbarProps {
  appId: string;
  filters: Filters;
  /** How many groups carry each label, by its small letters. */
  labelCounts: ReadonlyMap<string, number>;
  counts: Record<GroupFilterName, number> | undefined;
  note: string | null;
  /** Groups that whoever looks may edit, and how that begins. */
  editable: readonly StoryGroupRow[];
  onEdit: (groupId: string) => void;
}

/** The status filter with its counts, a note on the order, and the search by name ('/' leads to it). */
export function Toolbar({ appId, filters, labelCounts, counts, note, editable, onEdit }: ToolbarProps) {
  const { filter, find, setFilter, setFind } = filters;
  const [text, setText] = useState(find);
  const input = useRef<HTMLInputElement>(null);
  const write = useRef(setFind);
  write.current = setFind;

  useEffect(() => setText((before) => (before.trim() === find ? before : find)), [find]);
  useEffect(() => {
    if (text.trim() === find) return;
    const timer = setTimeout(() => write.current(text.trim()), settle);
    return () => clearTimeout(timer);
  }, [text, find]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <div className={css.root}>
      <div className={css.filters}>
        <SegmentedControl
          label={t(contentWords.status)}
          value={filter}
          options={groupFilters.map((name) => ({ value: name, label: filterLabels[name], count: counts?.[name] }))}
          onChange={setFilter}
        />
      </div>
      <LabelFilter
        appId={appId}
        chosen={filters.labels}
        counts={labelCounts}
        onChange={filters.setLabels}
        editable={editable}
        onEdit={onEdit}
      />
      {note ? <p className={contentParts.note}>{note}</p> : null}
      <div className={contentParts.find}>
        <TextField
          ref={input}
          type="search"
          label={t(contentWords.findGroup)}
          hideLabel
          size="toolbar"
          placeholder={t(contentWords.findGroup)}
          autoComplete="off"
          icon={<Search aria-hidden />}
          end={<Key aria-hidden>/</Key>}
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !text) return;
            event.stopPropagation();
            setText('');
          }}
        />
      </div>
    </div>
  );
}
