import { type Control, type FieldPath, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

/** Names the field of a form that a control shows and changes. */
export interface InForm<Values extends FieldValues, Checked, Value> {
  control: Control<Values, unknown, Checked>;
  name: FieldPathByValue<Values, Value>;
  /** Fields whose rules look at this one: a message there is checked again when this changes. */
  deps?: FieldPath<Values>[];
}

/** The properties that tie a control of the kit to a field of a form. */
export function useFormField<Values extends FieldValues, Checked, Value>(place: InForm<Values, Checked, Value>) {
  const { field, fieldState } = useController({
    control: place.control,
    name: place.name,
    rules: { deps: place.deps ?? [] },
  });
  const { name, onBlur, ref } = field;
  const onChange: (value: Value) => void = field.onChange;
  // The path is one of those that lead to such a value; of values that it does not know the compiler cannot tell.
  return { name, onBlur, ref, onChange, value: field.value as Value, error: fieldState.error?.message };
}
