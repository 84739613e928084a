import { Boxes, Cpu, KeyRound, Shield, UserRound, Zap } from 'lucide-react';
import { useMemo } from 'react';
import { actingReason } from '../api/acting-reason.ts';
import { CsvButton } from '../csv/CsvButton.tsx';
import { Button } from '../kit/buttons/Button.tsx';
import { SegmentedControl } from '../kit/buttons/SegmentedControl.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { offsetName } from '../kit/text/zone.ts';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';
import { actGroups } from './act-groups.ts';
import type { ActivityViewProps } from './activity-view-props.ts';
import { dayIn } from './audit-days.ts';
import { actName, actsName } from './audit-words.ts';
import { ChoiceFilter, type ChoiceGroup } from './ChoiceFilter.tsx';
import { DayFilter } from './DayFilter.tsx';
import css from './FilterBar.module.css';
import type { AuditFilterState, ShownKind } from './use-audit-filter.ts';

/** Properties of the FilterBar; `total` is null until it is known, `named` are names of chosen values that no list has. */
export interface FilterBarProps
  extends Pick<ActivityViewProps, 'source' | 'timeZone' | 'people' | 'things' | 'fileName'> {
  state: AuditFilterState;
  total: number | null;
  named: { chosenThing: string | undefined; chosenPerson: string | undefined };
}

const others: ChoiceGroup = {
  name: t(activityWords.others),
  choices: [
    { value: 'system', label: t(activityWords.storyrailAutomatic), icon: <Cpu size={16} aria-hidden /> },
    { value: 'staff', label: t(activityWords.storyrailStaff), icon: <Shield size={16} aria-hidden /> },
    { value: 'api_token', label: t(activityWords.apiToken), icon: <KeyRound size={16} aria-hidden /> },
  ],
};

const kinds: readonly { value: ShownKind; label: string }[] = [
  { value: 'changes', label: t(activityWords.changesKind) },
  { value: 'sign_ins', label: t(activityWords.signInsKind) },
  { value: 'all', label: t(activityWords.everyKind) },
];

function EntriesCsv({ source, state, timeZone, fileName, total }: FilterBarProps) {
  return (
    <CsvButton
      what={t(activityWords.entryCount, { count: total ?? 0 })}
      name={() => `${fileName}-${dayIn(timeZone, Date.now() / 1000)}`}
      read={() => source.csv(state.filter)}
      disabled={!total}
      disabledReason={actingReason()}
    />
  );
}

/** What the list is filtered by: days, person, thing and act; how many entries that leaves, and all of them as CSV. */
export function FilterBar(props: FilterBarProps) {
  const { state, timeZone, people, things, total, named } = props;
  const acts = useMemo(
    () =>
      actGroups().map(({ name, acts: types }) => ({
        name,
        choices: types.map((type) => ({ value: type, label: actName(type) })),
      })),
    [],
  );
  return (
    <div className={css.bar}>
      <search className={css.filters} aria-label={t(activityWords.filters)}>
        <SegmentedControl
          label={t(activityWords.kindOfEntries)}
          value={state.kind}
          options={kinds}
          onChange={(kind) => state.change({ kind: kind === 'changes' ? null : kind, act: null })}
        />
        <DayFilter state={state} timeZone={timeZone} />
        <ChoiceFilter
          label={t(activityWords.person)}
          any={t(activityWords.anyone)}
          icon={<UserRound aria-hidden />}
          groups={[...people, others]}
          value={state.who}
          chosen={named.chosenPerson ?? t(activityWords.onePerson)}
          onChange={(who) => state.change({ who })}
        />
        <ChoiceFilter
          label={t(activityWords.thing)}
          any={t(activityWords.everything)}
          icon={<Boxes aria-hidden />}
          groups={things}
          value={state.thing}
          chosen={named.chosenThing ?? t(activityWords.oneThing)}
          onChange={(thing) => state.change({ thing })}
        />
        <ChoiceFilter
          label={t(activityWords.act)}
          any={t(activityWords.allActs)}
          icon={<Zap aria-hidden />}
          groups={acts}
          value={state.act}
          chosen={state.act ? actsName(state.act) : undefined}
          onChange={(act) => state.change({ act })}
        />
        {state.chosen ? (
          <Button size="toolbar" variant="link" onClick={() => state.clear()}>
            {t(activityWords.clear)}
          </Button>
        ) : null}
      </search>
      <div className={css.barEnd}>
        <span className="t-small num" role="status">
          {total === null ? '' : t(activityWords.entryCount, { count: total })}
        </span>
        <Badge kind="neutral">{offsetName(timeZone, Date.now() / 1000)}</Badge>
        <EntriesCsv {...props} />
      </div>
    </div>
  );
}
