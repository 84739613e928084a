import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Tooltip } from '../../dashboard/kit/overlays/Tooltip.tsx';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './NumberField.module.css';
import { type Bounds, bounded, commonOf, numberText, readNumber } from './numbers.ts';

/** Properties of a NumberField; `label` is its name, `sign` what is drawn in it, both say the same. */
export interface NumberFieldProps {
  label: string;
  sign: ReactNode;
  unit?: string;
  /** The numbers of all that are selected; with several that differ it reads 'Mixed'. */
  values: readonly number[];
  bounds: Bounds;
  step?: number;
  /** Gets how each number becomes another one. */
  onChange: (next: (was: number) => number) => void;
  /** The change is over: what follows is a step of its own. */
  onSettled: () => void;
  invalid?: boolean;
  disabled?: boolean;
}

/** A number: typed, with the arrow keys by one step and with Shift by ten; Escape takes back what is typed. */
export function NumberField(props: NumberFieldProps) {
  const { label, sign, unit, values, bounds, step = 1, onChange, onSettled, invalid, disabled } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const common = commonOf(values);
  const shown = draft ?? (common === undefined ? '' : numberText(common, step));
  const settle = () => {
    const typed = draft === null ? null : readNumber(draft);
    setDraft(null);
    if (typed !== null) onChange(() => bounded(typed, bounds, step));
    onSettled();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) {
      event.preventDefault();
      const typed = draft === null ? null : readNumber(draft);
      const size = by * step * (event.shiftKey ? 10 : 1);
      setDraft(null);
      onChange((was) => bounded((typed ?? was) + size, bounds, step));
    } else if (event.key === 'Enter') {
      settle();
      input.current?.select();
    } else if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation();
      setDraft(null);
    }
  };
  return (
    <Tooltip text={label} describes={false}>
      <label className={css.root} data-invalid={invalid || undefined}>
        <span className={css.sign} aria-hidden>
          {sign}
        </span>
        <input
          ref={input}
          className="num"
          inputMode="decimal"
          autoComplete="off"
          aria-label={label}
          aria-invalid={invalid || undefined}
          disabled={disabled}
          value={shown}
          placeholder={common === undefined ? t(studioPropertyWords.mixed) : ''}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={settle}
          onKeyDown={onKeyDown}
        />
        {unit ? (
          <span className={css.unit} aria-hidden>
            {unit}
          </span>
        ) : null}
      </label>
    </Tooltip>
  );
}
