import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { FindField } from '../../kit/fields/FindField.tsx';
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

/** The filter with its counts, the seats, and the search for a person ('/' leads to it). */
export function TeamToolbar({ filter, counts, find, seats, onFilter, onFind }: TeamToolbarProps) {
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
          <FindField label={t(teamWords.find)} value={find} onChange={onFind} maxLength={longest} />
        </div>
      </div>
    </div>
  );
}
