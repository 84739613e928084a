import type { FieldValues } from 'react-hook-form';
import { PasswordField } from '../fields/PasswordField.tsx';
import type { FormTextFieldProps } from './FormTextField.tsx';
import { useFormField } from './form-field.ts';

/** A PasswordField of a form. */
export function FormPasswordField<Values extends FieldValues, Checked>(
  props: Omit<FormTextFieldProps<Values, Checked>, 'type' | 'end'>,
) {
  const { control, name, deps, ...more } = props;
  return <PasswordField {...useFormField<Values, Checked, string>({ control, name, deps })} {...more} />;
}
