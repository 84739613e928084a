import { ChevronDown, ListFilter, Users } from 'lucide-react';
import type { HistoryRow } from '#contracts/audit/rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuItem } from '../../kit/overlays/MenuItem.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import css from './HistoryParts.module.css';

const kinds: readonly { id: string; name: string; fits: RegExp }[] = [
  { id: 'details', name: t(groupWords.details), fits: /^StoryGroup(Created|DetailsChanged|Restored)$/ },
  { id: 'live', name: t(groupWords.onAndOff), fits: /(StatusChanged|Activated|Inactivated|StoryGroupDeleted)$/ },
  { id: 'stories', name: t(groupWords.stories), fits: /^Story(Added|Changed|Deleted|Restored)$/ },
  { id: 'order', name: t(groupWords.order), fits: /(Reordered|Moved|Pinned|Unpinned)$/ },
];

/** What the list is narrowed to: a person's id and a kind of change; null is everyone and everything. */
export interface HistoryFilter {
  who: string | null;
  what: string | null;
}

const actorOf = (row: HistoryRow) => row.actor.id ?? row.actor.type;

/** The changes that a filter lets through. */
export function filterHistory(rows: readonly HistoryRow[], { who, what }: HistoryFilter): HistoryRow[] {
  const kind = kinds.find((one) => one.id === what);
  return rows.filter((row) => (!who || actorOf(row) === who) && (!kind || kind.fits.test(row.action)));
}

/** Chooses whose changes and which kinds of change the list shows. */
export function HistoryFilters(props: {
  rows: readonly HistoryRow[];
  filter: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}) {
  const { rows, filter, onChange } = props;
  const people = new Map(rows.map((row) => [actorOf(row), row.actor.name]));
  const who = filter.who ? (people.get(filter.who) ?? t(groupWords.anyone)) : t(groupWords.anyone);
  const what = kinds.find((one) => one.id === filter.what)?.name ?? t(groupWords.allChanges);
  const end = <ChevronDown aria-hidden />;
  return (
    <div className={css.filters}>
      <Menu
        label={t(groupWords.whoseChanges)}
        trigger={
          <Button
            size="small"
            icon={<Users aria-hidden />}
            iconEnd={end}
            aria-label={t(groupWords.whoseChangesChosen, { who })}
          >
            <span className={`truncate ${css.who}`}>{who}</span>
          </Button>
        }
      >
        <MenuItem selected={!filter.who} onSelect={() => onChange({ ...filter, who: null })}>
          {t(groupWords.anyone)}
        </MenuItem>
        {[...people].map(([id, name]) => (
          <MenuItem key={id} selected={filter.who === id} onSelect={() => onChange({ ...filter, who: id })}>
            {name}
          </MenuItem>
        ))}
      </Menu>
      <Menu
        label={t(groupWords.whichChanges)}
        trigger={
          <Button
            size="small"
            icon={<ListFilter aria-hidden />}
            iconEnd={end}
            aria-label={t(groupWords.whichChangesChosen, { what })}
          >
            {what}
          </Button>
        }
      >
        <MenuItem selected={!filter.what} onSelect={() => onChange({ ...filter, what: null })}>
          {t(groupWords.allChanges)}
        </MenuItem>
        {kinds.map((kind) => (
          <MenuItem
            key={kind.id}
            selected={filter.what === kind.id}
            onSelect={() => onChange({ ...filter, what: kind.id })}
          >
            {kind.name}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
