import { Check, CircleAlert } from 'lucide-react';
import check from '../kit/Check.module.css';
import field from '../kit/Field.module.css';

/** Properties of the consent: 'yes' when given, empty otherwise. */
export interface ConsentProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null | undefined;
}

/** The consent to store and process what the form sends. */
export function Consent({ name, value, onChange, error }: ConsentProps) {
  return (
    <div className={field.root}>
      <label className={check.root}>
        <span className={check.box}>
          <input
            type="checkbox"
            name={name}
            checked={value !== ''}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'consent-error' : undefined}
            onChange={(event) => onChange(event.target.checked ? 'yes' : '')}
          />
          <Check aria-hidden />
        </span>
        <span>I accept the terms, and that Storyrail processes my data to run my account.</span>
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
