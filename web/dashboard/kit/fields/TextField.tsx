import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { describedBy, Field } from './Field.tsx';
import css from './Input.module.css';

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'size' | 'value'>;

/** Properties of a TextField; native input attributes pass through. */
export interface TextFieldProps extends Native {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  error?: string | null | undefined;
  hint?: ReactNode;
  optional?: boolean;
  labelEnd?: ReactNode;
  hideLabel?: boolean;
  /** Shows 'used / counter'; amber and with 'N left' when fewer than 5 are left, red and 'N too many' beyond it. */
  counter?: number;
  icon?: ReactNode;
  end?: ReactNode;
  size?: 'toolbar' | 'medium' | 'large';
  /** More than one: a text area of that many rows. */
  rows?: number;
  ref?: Ref<HTMLInputElement>;
}

function counterOf(used: number, most: number): { text: string; tone?: 'near' | 'over' } {
  const left = most - used;
  if (left < 0) return { text: t(kitWords.lengthOver, { used, most, left: -left }), tone: 'over' };
  return left < 5
    ? { text: t(kitWords.lengthLeft, { used, most, left }), tone: 'near' }
    : { text: t(kitWords.length, { used, most }) };
}

/** A text input with its label above and its error below. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, hint, optional, labelEnd, hideLabel, counter, icon, end, ...more } = props;
  const { size = 'medium', rows = 1, id: givenId, ...native } = more;
  const ownId = useId();
  const id = givenId ?? ownId;
  const count = counter === undefined ? null : counterOf([...value].length, counter);
  const shared = {
    ...native,
    id,
    value,
    'aria-invalid': error || count?.tone === 'over' ? true : undefined,
    'aria-describedby': describedBy(id, error, hint),
  };
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={hint}
      hideLabel={hideLabel ?? false}
      optional={optional ?? false}
      end={count ? <span aria-live="polite">{count.text}</span> : labelEnd}
      endTone={count?.tone}
    >
      <div className={css.root} data-kit="input" data-size={size} data-multiline={rows > 1 || undefined}>
        {icon}
        {rows > 1 ? (
          <textarea
            {...(shared as unknown as TextareaHTMLAttributes<HTMLTextAreaElement>)}
            rows={rows}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input {...shared} onChange={(event) => onChange(event.target.value)} />
        )}
        {end}
      </div>
    </Field>
  );
}
