import type { FieldValues } from 'react-hook-form';
import { FormCheckbox } from '../kit/forms/FormCheckbox.tsx';
import type { InForm } from '../kit/forms/form-field.ts';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import { LegalLink } from './LegalLink.tsx';

/** The consent to store and process what a form sends; both texts are a click away where the installation has them. */
export function Consent<Values extends FieldValues, Checked>(place: InForm<Values, Checked, boolean>) {
  const label = t(authWords.consent, {
    terms: (parts) => <LegalLink page="terms">{parts}</LegalLink>,
    privacy: (parts) => <LegalLink page="privacy">{parts}</LegalLink>,
  });
  return <FormCheckbox {...place} label={label} />;
}
