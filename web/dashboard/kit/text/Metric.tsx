import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { changeOf } from '#contracts/stats/like-with-like.ts';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { Tooltip } from '../overlays/Tooltip.tsx';
import { changeText, exactNumber, shortNumber } from './format.ts';
import css from './Metric.module.css';

/** A figure as k, m or b with the exact one on hover. */
export function Figure({ value }: { value: number }) {
  const short = shortNumber(value);
  const exact = exactNumber(value);
  return (
    <Tooltip text={short === exact ? null : exact} describes={false}>
      <span className={css.figure}>
        <span aria-hidden={short !== exact || undefined}>{short}</span>
        {short === exact ? null : <span className="visually-hidden">{exact}</span>}
      </span>
    </Tooltip>
  );
}

/** An en dash for a figure that cannot exist, with the reason. */
export function Missing({ why }: { why: string }) {
  return (
    <Tooltip text={why} describes={false}>
      <span>
        <span aria-hidden>–</span>
        <span className="visually-hidden">{why}</span>
      </span>
    </Tooltip>
  );
}

const signs = { up: ArrowUp, down: ArrowDown, neutral: Minus };

/** How a figure changed between two equal spans: green up, amber down, grey below 2 %; a dash, with its reason, where one of them is missing. */
export function MetricChange({ now, before, why }: { now: number | null; before: number | null; why?: string }) {
  const change = now === null ? null : changeOf(now, before);
  if (change === null)
    return (
      <Tooltip text={why || null} describes={false}>
        <span className={css.change} data-kit="change" data-direction="neutral">
          <span aria-hidden>–</span>
          <span className="visually-hidden">{why || t(kitWords.noChangeToShow)}</span>
        </span>
      </Tooltip>
    );
  const Sign = signs[change.direction];
  return (
    <span className={css.change} data-kit="change" data-direction={change.direction}>
      <Sign size={14} strokeWidth={2} aria-hidden />
      {t(kitWords.change, {
        hidden: (parts) => <span className="visually-hidden">{parts}</span>,
        direction: change.direction,
        percent: changeText(change.percent),
      })}
    </span>
  );
}

/** A named figure with its change; `text` replaces the number when it has a unit. */
export function Metric(props: { label: string; value: number; text?: string; aside?: ReactNode }) {
  return (
    <div>
      <div className={css.name} data-kit="metric-name">
        {props.label}
      </div>
      <div className={css.value}>{props.text ?? <Figure value={props.value} />}</div>
      {props.aside}
    </div>
  );
}
