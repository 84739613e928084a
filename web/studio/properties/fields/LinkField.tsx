import { useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { TextField } from '../../../dashboard/kit/fields/TextField.tsx';
import { cutText } from '../../edits/words.ts';
import { linkFault } from '../link-fault.ts';
import { useFields } from '../use-fields.ts';

/** Properties of a LinkField. */
export interface LinkFieldProps {
  one: Extract<FlatComponent, { kind: 'cta' | 'product_tag' }>;
  field: 'outlink' | 'deep_link';
  label: string;
  placeholder: string;
}

/** A link of a component: what is no link yet stays in the field and says so, the design keeps the link before it. */
export function LinkField({ one, field, label, placeholder }: LinkFieldProps) {
  const { fault, set, seal } = useFields(one);
  const value = one.component[field];
  const [draft, setDraft] = useState<string | null>(null);
  const wrong = draft === null ? null : linkFault(field, draft);
  return (
    <TextField
      label={label}
      type="url"
      spellCheck={false}
      autoComplete="off"
      placeholder={placeholder}
      value={draft ?? value}
      error={wrong ?? fault(field)}
      onChange={(text) => {
        const typed = cutText(text.trim(), limits.url);
        if (linkFault(field, typed)) return setDraft(text);
        setDraft(null);
        set({ [field]: typed }, field);
      }}
      onBlur={seal}
    />
  );
}
