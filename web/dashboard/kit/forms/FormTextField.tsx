import type { FieldValues } from 'react-hook-form';
import { TextField, type TextFieldProps } from '../fields/TextField.tsx';
import { type InForm, useFormField } from './form-field.ts';

/** Properties of a TextField whose value and error are those of a form. */
export type FormTextFieldProps<Values extends FieldValues, Checked> = InForm<Values, Checked, string> &
  Omit<TextFieldProps, 'name' | 'value' | 'onChange' | 'error' | 'ref'>;

/** A TextField of a form. */
export function FormTextField<Values extends FieldValues, Checked>(props: FormTextFieldProps<Values, Checked>) {
  const { control, name, deps, ...more } = props;
  return <TextField {...useFormField<Values, Checked, string>({ control, name, deps })} {...more} />;
}
