import { Search } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { describedBy, Field } from './Field.tsx';
import input from './Input.module.css';
import css from './SearchSelect.module.css';

/** One of the things that a SearchSelect finds; the tag stands before it. */
export interface SearchOption {
  value: string;
  label: string;
  tag?: string;
}

/** Properties of a SearchSelect; `none` says that nothing fits a text. */
export interface SearchSelectProps {
  label: string;
  options: readonly SearchOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  none: (text: string) => string;
  error?: string | null | undefined;
  optional?: boolean;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}

const matching = (options: readonly SearchOption[], typed: string): SearchOption[] => {
  const at = (option: SearchOption) => option.label.toLowerCase().indexOf(typed);
  const found = options.filter((option) => at(option) >= 0);
  return typed ? [...found.filter((one) => at(one) === 0), ...found.filter((one) => at(one) > 0)] : found;
};

function Marked({ label, typed }: { label: string; typed: string }) {
  const at = label.toLowerCase().indexOf(typed);
  if (!typed || at < 0) return <span>{label}</span>;
  const end = at + typed.length;
  return (
    <span>
      {label.slice(0, at)}
      <b>{label.slice(at, end)}</b>
      {label.slice(end)}
    </span>
  );
}

/** Chooses one of many by typing a part of it: arrow keys move, Enter chooses, an emptied field chooses nothing. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, options, value, onChange, onBlur, none, error, optional, placeholder, ref } = props;
  const id = useId();
  // What is typed; until then an open list has all options, and the field says which is chosen.
  const [text, setText] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  // Null until somebody moves: the option that is chosen.
  const [at, setAt] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const typed = text?.trim().toLowerCase() ?? '';
  const found = open ? matching(options, typed) : [];
  const chosen = found.findIndex((option) => option.value === value);
  const current = Math.max(0, Math.min(at ?? chosen, found.length - 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the one that is pointed at stays in view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current, typed, open]);

  const reveal = () => {
    setOpen(true);
    setAt(null);
  };
  const close = () => {
    setOpen(false);
    setText(null);
  };
  const type = (next: string) => {
    setOpen(true);
    setText(next);
    setAt(0);
    if (next === '') onChange(null);
  };
  const choose = (option: SearchOption) => {
    onChange(option.value);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!open) reveal();
      else if (found.length > 0) setAt((current + step + found.length) % found.length);
    } else if (event.key === 'Enter' && open && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const option = found[current];
      if (option) choose(option);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };
  const shown = open && found.length > 0;
  return (
    <Field id={id} label={label} error={error} optional={optional ?? false}>
      <div className={input.root} data-kit="input" data-open={open || undefined}>
        <Search aria-hidden />
        <input
          id={id}
          ref={ref}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? `${id}-list` : undefined}
          aria-activedescendant={shown ? `${id}-${current}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, false)}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={placeholder}
          value={text ?? options.find((option) => option.value === value)?.label ?? ''}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => {
            if (!open) reveal();
          }}
          onBlur={() => {
            close();
            onBlur?.();
          }}
        />
      </div>
      {shown ? (
        <div ref={list} id={`${id}-list`} className={css.list} role="listbox" aria-label={label}>
          {found.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the option
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              className={css.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.tag ? <span className={css.tag}>{option.tag}</span> : null}
              <Marked label={option.label} typed={typed} />
            </div>
          ))}
        </div>
      ) : null}
      {open && !shown ? (
        <p className="t-small" role="status">
          {none(text?.trim() ?? '')}
        </p>
      ) : null}
    </Field>
  );
}
