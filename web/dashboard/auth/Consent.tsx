import { Check, CircleAlert } from 'lucide-react';
import type { FieldValues } from 'react-hook-form';
import check from '../kit/fields/Check.module.css';
import field from '../kit/fields/Field.module.css';
import { type InForm, useFormField } from '../kit/forms/form-field.ts';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';

/** The consent to store and process what a form sends. */
export function Consent<Values extends FieldValues, Checked>(props: InForm<Values, Checked, boolean>) {
  const { name, value, onChange, ref, error } = useFormField(props);
  return (
    <div className={field.root}>
      <label className={check.root}>
        <span className={check.box}>
          <input
            type="checkbox"
            name={name}
            ref={ref}
            checked={value}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'consent-error' : undefined}
            onChange={(event) => onChange(event.target.checked)}
          />
          <Check aria-hidden />
        </span>
        <span>{t(authWords.consent)}</span>
      </label>
      {error ? (
        <div id="consent-error" role="alert" className={field.error}>
          <CircleAlert aria-hidden />
          <span>{error}</span>
        </div>
      ) : null}
    </div>
  );
}
