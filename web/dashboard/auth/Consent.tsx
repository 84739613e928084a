import type { FieldValues } from 'react-hook-form';
import { FormCheckbox } from '../kit/forms/FormCheckbox.tsx';
import type { InForm } from '../kit/forms/form-field.ts';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';

/** The consent to store and process what a form sends. */
export function Consent<Values extends FieldValues, Checked>(place: InForm<Values, Checked, boolean>) {
  return <FormCheckbox {...place} label={t(authWords.consent)} />;
}
