import { useRef } from 'react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { TextField } from '../../../dashboard/kit/fields/TextField.tsx';
import { askedWords } from '../../edits/answers.ts';
import { cutText } from '../../edits/words.ts';
import { useEditor } from '../../state/use-editor.ts';
import { usePanel } from '../panel-context.ts';
import { useFields } from '../use-fields.ts';

/** Properties of a WordsField: a field of a component that holds words, of `most` code points. */
export interface WordsFieldProps {
  one: FlatComponent;
  field: string;
  label: string;
  most: number;
  rows?: number;
  hint?: string;
  placeholder?: string;
}

/** Words of a component; they never become longer than a design takes. */
export function WordsField({ one, field, label, most, rows = 1, hint, placeholder }: WordsFieldProps) {
  const editor = useEditor();
  const { onWordsLeft } = usePanel();
  const { fault, set, seal } = useFields(one);
  const before = useRef('');
  const { id } = one.component;
  return (
    <TextField
      label={label}
      value={String(one.component[field as keyof typeof one.component] ?? '')}
      counter={most}
      rows={rows}
      hint={hint}
      placeholder={placeholder}
      error={fault(field)}
      autoComplete="off"
      onChange={(text) => set({ [field]: cutText(text, most) }, field)}
      onFocus={() => {
        before.current = askedWords(editor.state.content.studio, id);
      }}
      onBlur={() => {
        seal();
        onWordsLeft(id, before.current);
      }}
    />
  );
}
