import { useFormField } from '../../kit/forms/form-field.ts';
import type { GroupFields } from '../drawer/group-fields.ts';
import type { GroupEditing } from '../drawer/use-group-form.ts';
import type { Sending } from '../drawer/use-save-group.ts';
import { CoverField, type CoverFieldProps } from './CoverField.tsx';
import type { CoverDraft } from './cover-draft.ts';

/** Properties of the FormCoverField; `sending` is the picture that is on its way. */
export interface FormCoverFieldProps extends Pick<CoverFieldProps, 'label' | 'optional' | 'onCancelUpload'> {
  form: GroupEditing;
  name: 'icon' | 'dark_icon';
  sending: Sending | null;
}

/** A CoverField of the drawer's form. */
export function FormCoverField({ form, name, sending, ...more }: FormCoverFieldProps) {
  const { control, getValues, mark } = form;
  const field = useFormField<GroupFields, GroupFields, CoverDraft>({ control, name });
  return (
    <CoverField
      {...more}
      ref={field.ref}
      cover={field.value}
      onChange={(change) => field.onChange(change(getValues(name)))}
      error={field.error}
      onError={(message) => mark(name, message)}
      progress={sending?.name === name ? sending.share : null}
    />
  );
}
