import './surface.css';
import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { changeOf, changeText, exactNumber, shortNumber } from './format.ts';
import { Tooltip } from './Tooltip.tsx';

/** A figure as k, m or b with the exact one on hover. */
export function Figure({ value }: { value: number }) {
  const short = shortNumber(value);
  const exact = exactNumber(value);
  return (
    <Tooltip text={short === exact ? null : exact} describes={false}>
      <span className="sr-figure">
        <span aria-hidden={short !== exact || undefined}>{short}</span>
        {short === exact ? null : <span className="visually-hidden">{exact}</span>}
      </span>
    </Tooltip>
  );
}

const signs = { up: ArrowUp, down: ArrowDown, neutral: Minus };
const words = { up: 'up', down: 'down', neutral: 'about the same,' };

/** How a figure changed against the period before: green up, amber down, a grey dash below 2 %. */
export function Change({ now, before }: { now: number; before: number }) {
  const change = changeOf(now, before);
  const Sign = signs[change.direction];
  return (
    <span className="sr-change" data-direction={change.direction}>
      <Sign size={14} strokeWidth={2} aria-hidden />
      <span className="visually-hidden">{words[change.direction]} </span>
      {changeText(change.percent)}
    </span>
  );
}

/** A named figure with its change; `text` replaces the number when it has a unit. */
export function Metric(props: { name: string; value: number; before?: number; text?: string; aside?: ReactNode }) {
  return (
    <div>
      <div className="sr-metric-name">{props.name}</div>
      <div className="sr-metric-value">{props.text ?? <Figure value={props.value} />}</div>
      {props.before === undefined ? null : <Change now={props.value} before={props.before} />}
      {props.aside}
    </div>
  );
}
