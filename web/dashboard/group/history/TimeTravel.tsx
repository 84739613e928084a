import { CalendarDays, ChevronLeft, ChevronRight, History } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Card } from '../../kit/Card.tsx';
import { Calendar } from '../../kit/fields/Calendar.tsx';
import dateTimeField from '../../kit/fields/DateTimeField.module.css';
import { TimeInput } from '../../kit/fields/TimeInput.tsx';
import { Popover } from '../../kit/overlays/Popover.tsx';
import { dateIn, dateTimeIn } from '../../kit/text/format.ts';
import { clockIn, momentOf } from '../../kit/text/zone.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import css from './TimeTravel.module.css';
import { railMarks, railScale, stepFrom, ticksOf } from './time-rail.ts';

/** Properties of the rail; all moments are unix seconds, `at` null is now. */
export interface TimeTravelProps {
  moments: readonly number[];
  total: number;
  /** When the group was made, if that is known. */
  from: number;
  now: number;
  at: number | null;
  timeZone: string;
  onAt: (at: number | null) => void;
}

function MomentPicker({ at, timeZone, from, now, onAt }: Omit<TimeTravelProps, 'moments' | 'total'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const moment = at ?? now;
  const clock = clockIn(timeZone, moment);
  const choose = (next: number) => onAt(next >= now ? null : Math.max(from, next));
  return (
    <>
      <Button
        size="small"
        icon={<CalendarDays aria-hidden />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="num">{at === null ? t(groupWords.pickMoment) : dateTimeIn(timeZone, at, true)}</span>
      </Button>
      <Popover anchor={anchor} onClose={() => setAnchor(null)} label={t(groupWords.pickMoment)}>
        <div className={dateTimeField.pop}>
          <Calendar
            value={clock}
            today={clockIn(timeZone, now)}
            min={clockIn(timeZone, from)}
            max={clockIn(timeZone, now)}
            onChange={(day) => choose(momentOf(timeZone, { ...day, hour: clock.hour, minute: clock.minute }) + 59)}
          />
          <div className={dateTimeField.foot}>
            <TimeInput
              value={clock}
              onChange={(hour, minute) => choose(momentOf(timeZone, { ...clock, hour, minute }) + 59)}
            />
            <Button size="small" onClick={() => setAnchor(null)}>
              {t(groupWords.done)}
            </Button>
          </div>
        </div>
      </Popover>
    </>
  );
}

/** All changes of a group on a line of time, with a handle that goes to any moment: by mouse, finger or keyboard. */
export function TimeTravel(props: TimeTravelProps) {
  const { moments, total, from, now, at, timeZone, onAt } = props;
  const track = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<number | null>(null);
  const scale = useMemo(() => railScale(moments, from, now), [moments, from, now]);
  const marks = useMemo(() => railMarks(moments, scale), [moments, scale]);
  const ticks = useMemo(() => ticksOf(scale, timeZone), [scale, timeZone]);
  const most = Math.max(1, ...marks.map((mark) => mark.count));
  const moment = drag ?? at ?? now;
  const share = scale.shareOf(moment);

  const under = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    return box ? scale.momentAt((event.clientX - box.left) / box.width) : now;
  };
  const go = (next: number | null) => onAt(next === null || next >= now ? null : next);
  const step = (by: -1 | 1) => go(stepFrom(moments, moment, by));
  const onKeyDown = (event: KeyboardEvent) => {
    const act: Record<string, () => void> = {
      ArrowLeft: () => step(-1),
      ArrowDown: () => step(-1),
      ArrowRight: () => step(1),
      ArrowUp: () => step(1),
      PageDown: () => go(Math.max(from, moment - 86_400)),
      PageUp: () => go(moment + 86_400),
      Home: () => go(from),
      End: () => go(null),
    };
    const found = act[event.key];
    if (!found) return;
    event.preventDefault();
    found();
  };

  return (
    <Card as="section" className={css.travel} aria-label={t(groupWords.timeTravel)}>
      <div className={css.head}>
        <History size={18} aria-hidden />
        <div className={css.words}>
          <h2 className="t-card">{t(groupWords.timeTravel)}</h2>
          <p className="t-caption">{t(groupWords.timeTravelHint, { count: total, from: dateIn(timeZone, from) })}</p>
        </div>
        <div className={css.tools}>
          <IconButton size="small" label={t(groupWords.changeBefore)} icon={<ChevronLeft />} onClick={() => step(-1)} />
          <MomentPicker at={drag ?? at} timeZone={timeZone} from={from} now={now} onAt={onAt} />
          <IconButton
            size="small"
            label={t(groupWords.changeAfter)}
            icon={<ChevronRight />}
            disabled={at === null}
            onClick={() => step(1)}
          />
          <Button size="small" className={css.now} disabled={at === null} onClick={() => onAt(null)}>
            {t(groupWords.now)}
          </Button>
        </div>
      </div>
      <div
        ref={track}
        className={css.track}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag(under(event));
        }}
        onPointerMove={(event) => drag !== null && setDrag(under(event))}
        onPointerUp={(event) => {
          if (drag === null) return;
          setDrag(null);
          go(under(event));
        }}
        onPointerCancel={() => setDrag(null)}
      >
        {marks.map((mark) => (
          <i
            key={mark.share}
            className={css.mark}
            data-after={mark.share > share + 0.005 || undefined}
            style={{ left: `${mark.share * 100}%`, height: 4 + Math.round((mark.count / most) * 14) }}
          />
        ))}
        <span className={css.line} aria-hidden />
        <span className={`${css.line} ${css.done}`} style={{ width: `${share * 100}%` }} aria-hidden />
        {scale.breaks.map((place) => (
          <i key={place} className={css.break} style={{ left: `${place * 100}%` }} />
        ))}
        <span
          className={css.handle}
          role="slider"
          tabIndex={0}
          aria-label={t(groupWords.moment)}
          aria-valuemin={from}
          aria-valuemax={now}
          aria-valuenow={moment}
          aria-valuetext={moment >= now ? t(groupWords.now) : dateTimeIn(timeZone, moment, true)}
          style={{ left: `${share * 100}%` }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={`${css.ticks} num`} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick.text} data-close={tick.close || undefined} style={{ left: `${tick.share * 100}%` }}>
            {tick.text}
          </span>
        ))}
      </div>
    </Card>
  );
}
