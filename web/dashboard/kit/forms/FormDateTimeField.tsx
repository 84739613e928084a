import type { FieldValues } from 'react-hook-form';
import { DateTimeField, type DateTimeFieldProps } from '../fields/DateTimeField.tsx';
import { type InForm, useFormField } from './form-field.ts';

/** A DateTimeField of a form. */
export function FormDateTimeField<Values extends FieldValues, Checked>(
  props: InForm<Values, Checked, number | null> & Omit<DateTimeFieldProps, 'value' | 'onChange' | 'error' | 'ref'>,
) {
  const { control, name, deps, ...more } = props;
  const { value, onChange, error, ref } = useFormField<Values, Checked, number | null>({ control, name, deps });
  return <DateTimeField value={value} onChange={onChange} error={error} ref={ref} {...more} />;
}
