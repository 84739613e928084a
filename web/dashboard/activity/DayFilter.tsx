import { CalendarDays, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { RangePanel } from '../group/analytics/RangePanel.tsx';
import { Button } from '../kit/buttons/Button.tsx';
import { Popover } from '../kit/overlays/Popover.tsx';
import { daysIn } from '../kit/text/format.ts';
import { zoneName } from '../kit/text/zone.ts';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';
import { dayIn, dayPresets, startOf } from './audit-days.ts';
import css from './EntryParts.module.css';
import type { AuditFilterState } from './use-audit-filter.ts';

/** Chooses the days of an audit by the clock of a zone: a preset or two days, none in the future. */
export function DayFilter({ state, timeZone }: { state: AuditFilterState; timeZone: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { days, change } = state;
  const now = Date.now() / 1000;
  const today = dayIn(timeZone, now);
  const noon = (day: string | undefined) => startOf(timeZone, day ?? today) + 43_200;
  const preset = days === null ? 'all' : days.preset;
  const label =
    dayPresets.find((one) => one.id === preset)?.label ?? daysIn(timeZone, noon(days?.from), noon(days?.to));
  const pick = (first: string, last: string) =>
    change({ when: null, from: first < last ? first : last, to: first < last ? last : first });
  return (
    <>
      <Button
        size="toolbar"
        className={css.filter}
        data-set={days !== null || undefined}
        icon={<CalendarDays aria-hidden />}
        iconEnd={<ChevronDown aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="visually-hidden">{t(activityWords.daysChosen)} </span>
        <span className="truncate num">{label}</span>
      </Button>
      <Popover anchor={anchor} onClose={() => setAnchor(null)} label={t(activityWords.days)}>
        <RangePanel
          presets={dayPresets}
          preset={preset}
          onPreset={(id) => {
            change({ when: id === 'all' ? null : id, from: null, to: null });
            setAnchor(null);
          }}
          days={days}
          today={today}
          onPick={(first, last) => {
            pick(first, last);
            setAnchor(null);
          }}
          note={t(activityWords.timeZoneNote, { timeZone: zoneName(timeZone, now) })}
        />
      </Popover>
    </>
  );
}
