import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { Key } from '../../kit/text/Key.tsx';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import { SeatMeter } from './SeatMeter.tsx';
import css from './TeamSettings.module.css';
import { type TeamFilter, type TeamSeats, teamFilters } from './team-rows.ts';

const filterLabels: Record<TeamFilter, string> = {
  everyone: t(teamWords.everyone),
  active: t(teamWords.active),
  pending: t(teamWords.pending),
  deleted: t(teamWords.deleted),
};

const longest = 100;

/** Properties of the TeamToolbar. */
export interface TeamToolbarProps {
  filter: TeamFilter;
  counts: Record<TeamFilter, number>;
  find: string;
  seats: TeamSeats;
  onFilter: (filter: TeamFilter) => void;
  onFind: (text: string) => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** The filter with its counts, the seats, and the search for a person ('/' leads to it). */
export function TeamToolbar({ filter, counts, find, seats, onFilter, onFind }: TeamToolbarProps) {
  // What is typed is here before the address has it.
  const [text, setText] = useState(find);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (find === '') setText('');
  }, [find]);
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
  const look = (typed: string) => {
    setText(typed);
    onFind(typed);
  };
  return (
    <div className={css.toolbar}>
      <SegmentedControl
        label={t(teamWords.filter)}
        value={filter}
        options={teamFilters.map((value) => ({ value, label: filterLabels[value], count: counts[value] }))}
        onChange={onFilter}
      />
      <div className={css.toolbarEnd}>
        <SeatMeter seats={seats} />
        <div className={css.find}>
          <TextField
            ref={input}
            type="search"
            label={t(teamWords.find)}
            hideLabel
            size="toolbar"
            placeholder={t(teamWords.find)}
            autoComplete="off"
            maxLength={longest}
            icon={<Search aria-hidden />}
            end={<Key aria-hidden>/</Key>}
            value={text}
            onChange={look}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || !text) return;
              event.stopPropagation();
              look('');
            }}
          />
        </div>
      </div>
    </div>
  );
}
