import type { FieldValues } from 'react-hook-form';
import { Checkbox, type CheckboxProps } from '../fields/Checkbox.tsx';
import { type InForm, useFormField } from './form-field.ts';

/** A Checkbox of a form. */
export function FormCheckbox<Values extends FieldValues, Checked>(
  props: InForm<Values, Checked, boolean> & Omit<CheckboxProps, 'name' | 'checked' | 'onChange' | 'error' | 'ref'>,
) {
  const { control, name, deps, ...more } = props;
  const { value, onChange, error, ...field } = useFormField<Values, Checked, boolean>({ control, name, deps });
  return (
    <Checkbox
      name={field.name}
      ref={field.ref}
      checked={value}
      onChange={(checked) => onChange(checked)}
      error={error ?? null}
      {...more}
    />
  );
}
