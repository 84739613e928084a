import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { FindField } from '../../kit/fields/FindField.tsx';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import contentParts from '../ContentParts.module.css';
import { type GroupFilterName, groupFilters } from './group-filters.ts';
import { LabelFilter } from './LabelFilter.tsx';
import css from './Toolbar.module.css';
import type { Filters } from './use-filters.ts';

/** No name is longer. */
const longest = 100;

const filterLabels: Record<GroupFilterName, string> = {
  All: t(contentWords.filterAll),
  Active: t(contentWords.filterActive),
  Inactive: t(contentWords.filterInactive),
  Passive: t(contentWords.filterPassive),
  Test: t(contentWords.filterTest),
};

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
        <FindField label={t(contentWords.findGroup)} value={find} onChange={setFind} maxLength={longest} />
      </div>
    </div>
  );
}
