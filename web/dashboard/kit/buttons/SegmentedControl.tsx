import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Tooltip } from '../overlays/Tooltip.tsx';
import { exactNumber } from '../text/format.ts';
import css from './SegmentedControl.module.css';

/** One choice of a SegmentedControl; an icon alone needs the label, which is then only read aloud. */
export interface Segment<Value extends string> {
  value: Value;
  label: string;
  count?: number | undefined;
  icon?: ReactNode;
  iconOnly?: boolean;
  disabled?: boolean;
  /** Why it cannot be chosen: shown as a tooltip, it stays reachable by keyboard but does nothing. */
  disabledReason?: string | undefined;
}

/** Properties of a SegmentedControl. */
export interface SegmentedControlProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly Segment<Value>[];
  onChange: (value: Value) => void;
}

/** A choice of one among few, with counts; arrow keys move, as in a radio group. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, options, onChange } = props;
  const group = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const usable = options.filter((option) => !option.disabled && !option.disabledReason);
    const at = usable.findIndex((option) => option.value === value);
    const next = usable[(at + step + usable.length) % usable.length];
    if (!next) return;
    onChange(next.value);
    group.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      className={css.segments}
      data-kit="segments"
      onKeyDown={onKeyDown}
    >
      {options.map((option) => (
        <Tooltip key={option.value} text={option.disabledReason}>
          {/* biome-ignore lint/a11y/useSemanticElements: a roving tab stop with counts is no native radio */}
          <button
            type="button"
            role="radio"
            className={css.segment}
            data-kit="segment"
            data-value={option.value}
            aria-checked={option.value === value}
            aria-label={option.iconOnly ? option.label : undefined}
            aria-disabled={option.disabledReason ? true : undefined}
            tabIndex={option.value === value || option.disabledReason ? 0 : -1}
            disabled={option.disabled}
            onClick={option.disabledReason ? undefined : () => onChange(option.value)}
          >
            {option.icon}
            {option.iconOnly ? null : option.label}
            {option.count === undefined ? null : <span className={css.segmentCount}>{exactNumber(option.count)}</span>}
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
