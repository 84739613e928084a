import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import css from './Field.module.css';

/** The ids that tie a control to its hint and its error. */
export function describedBy(id: string, error: unknown, hint: unknown): string | undefined {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return ids || undefined;
}

/** What is wrong with the control with the id `id`, to stand below it. */
export function FieldMessage({ id, error }: Pick<FieldProps, 'id' | 'error'>) {
  return (
    <div id={`${id}-error`} role={error ? 'alert' : undefined} className={css.error} hidden={!error}>
      <CircleAlert aria-hidden />
      <span>{error}</span>
    </div>
  );
}

/** Properties of a Field around one control with the id `id`, or around a group of controls with `group`. */
export interface FieldProps {
  id: string;
  label: ReactNode;
  error?: string | null | undefined;
  hint?: ReactNode;
  optional?: boolean;
  /** What stands at the right of the label: a link, a counter. */
  end?: ReactNode;
  /** In amber what is nearly too much, in red what is. */
  endTone?: 'near' | 'over' | undefined;
  hideLabel?: boolean;
  group?: boolean;
  children: ReactNode;
}

/** The label above a control, its hint, and its error below with an icon. */
export function Field(props: FieldProps) {
  const { id, label, error, hint, optional, end, endTone, hideLabel, group, children } = props;
  const labelClass = hideLabel ? 'visually-hidden' : css.label;
  const aside = end ?? (optional ? t(kitWords.optional) : null);
  const head = (
    <>
      {group ? (
        <span id={`${id}-label`} className={labelClass}>
          {label}
        </span>
      ) : (
        <label id={`${id}-label`} htmlFor={id} className={labelClass}>
          {label}
        </label>
      )}
      {aside === null ? null : (
        <span className={css.end} data-tone={endTone}>
          {aside}
        </span>
      )}
    </>
  );
  const body = (
    <>
      {hideLabel && aside === null ? head : <div className={css.head}>{head}</div>}
      {children}
      {hint ? (
        <div id={`${id}-hint`} className={css.hint}>
          {hint}
        </div>
      ) : null}
      <FieldMessage id={id} error={error} />
    </>
  );
  if (!group)
    return (
      <div className={css.root} data-kit="field">
        {body}
      </div>
    );
  return (
    <fieldset
      className={css.root}
      data-kit="field"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy(id, error, hint)}
    >
      {body}
    </fieldset>
  );
}
