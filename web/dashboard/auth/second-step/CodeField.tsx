import { type ClipboardEvent, type Ref, useId } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { describedBy, Field } from '../../kit/fields/Field.tsx';
import css from './CodeField.module.css';

// Digits as an Arabic, a Persian or a full-width keyboard types them.
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
const digitsOf = (text: string) =>
  text
    .replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '')
    .slice(0, limits.otpDigits);
const places = Array.from({ length: limits.otpDigits }, (_, at) => at);

/** Properties of a CodeField; `ref` is its input. */
export interface CodeFieldProps {
  label: string;
  value: string;
  onChange: (digits: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Six boxes for the digits of a code. One input lies over them, so that a pasted or filled in code takes all six. */
export function CodeField({ label, value, onChange, error, disabled, autoFocus, ref }: CodeFieldProps) {
  const id = useId();
  const at = Math.min(value.length, limits.otpDigits - 1);
  const paste = (event: ClipboardEvent) => {
    const pasted = digitsOf(event.clipboardData.getData('text'));
    if (pasted.length < limits.otpDigits) return;
    event.preventDefault();
    onChange(pasted);
  };
  return (
    <Field id={id} label={label} hideLabel error={error}>
      <div className={css.root} data-wrong={error ? true : undefined} data-closed={disabled || undefined}>
        {places.map((place) => (
          <span key={place} className={css.box} data-at={place === at || undefined} aria-hidden>
            {value[place]}
          </span>
        ))}
        <input
          id={id}
          ref={ref}
          className={css.input}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the code is what the step asks for
          autoFocus={autoFocus}
          disabled={disabled}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, error, false)}
          onChange={(event) => onChange(digitsOf(event.target.value))}
          onPaste={paste}
          // The boxes show no other place than the end: digits come and go there.
          onSelect={({ currentTarget: input }) => {
            const end = input.value.length;
            if (input.selectionStart === input.selectionEnd && input.selectionEnd !== end)
              input.setSelectionRange(end, end);
          }}
        />
      </div>
    </Field>
  );
}
