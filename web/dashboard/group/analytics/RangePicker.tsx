import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { Popover } from '../../kit/overlays/Popover.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { daysIn } from '../../kit/text/format.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { dayText, type PresetId, presets, rangeOf } from './date-range.ts';
import { RangeFields } from './RangeFields.tsx';
import { RangePanel } from './RangePanel.tsx';
import css from './RangePicker.module.css';
import { useRange } from './use-range.ts';

/**
 * Chooses the days of the figures, in UTC: a preset or two days, none in the future. With `beside` the presets stand beside
 * the days where there is room; `usual` is the preset of an address that names none; with `named` choosing it
 * is written to the address, too.
 */
export function RangePicker({ beside, usual, named }: { beside?: boolean; usual?: PresetId; named?: boolean }) {
  const { preset, range, choose, pick } = useRange(usual, named);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const days = daysIn('UTC', range.from, range.to);
  const name = presets.find((one) => one.id === preset)?.label ?? days;
  return (
    <>
      {beside ? (
        <div className={css.beside}>
          <SegmentedControl<PresetId | 'days'>
            label={t(groupWords.days)}
            value={preset ?? 'days'}
            options={presets.map(({ id, label }) => ({ value: id, label }))}
            onChange={choose}
          />
        </div>
      ) : (
        <Badge kind="neutral">{t(groupWords.utc)}</Badge>
      )}
      <Button
        size="toolbar"
        icon={<CalendarDays aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {beside ? (
          <>
            <span className={css.name}>{name}</span>
            <span className={`${css.exact} num`}>{days}</span>
          </>
        ) : (
          name
        )}
      </Button>
      <Popover anchor={anchor} onClose={() => setAnchor(null)} label={t(groupWords.rangeLabel)} align="end">
        <RangePanel
          presets={presets.map((one) => {
            const { from, to } = rangeOf(one.id, null, null, Date.now() / 1000);
            return { ...one, meant: daysIn('UTC', from, to) };
          })}
          preset={preset}
          onPreset={(id) => {
            choose(id);
            setAnchor(null);
          }}
          days={{ from: dayText(range.from), to: dayText(range.to) }}
          today={dayText(Date.now() / 1000)}
          onPick={(from, to) => {
            pick(from, to);
            setAnchor(null);
          }}
          note={t(groupWords.utcNote)}
          fields={
            <RangeFields
              days={{ from: dayText(range.from), to: dayText(range.to) }}
              onPick={(from, to) => {
                pick(from, to);
                setAnchor(null);
              }}
            />
          }
        />
      </Popover>
    </>
  );
}
