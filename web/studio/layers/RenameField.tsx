import { useRef, useState } from 'react';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { cutText } from '../edits/words.ts';
import css from './Layers.module.css';

/** Properties of a RenameField; `onDone` gets the new name, or null where the old one stays. */
export interface RenameFieldProps {
  name: string;
  /** So many code points at most. */
  most: number;
  placeholder: string;
  onDone: (name: string | null) => void;
}

/** The name of a layer while it is written: Enter and leaving it keep it, Escape does not. */
export function RenameField({ name, most, placeholder, onDone }: RenameFieldProps) {
  const [text, setText] = useState(name);
  // What is taken off the page loses its focus, too: that is no second end.
  const over = useRef(false);
  const end = (next: string | null) => {
    if (!over.current) onDone(next);
    over.current = true;
  };
  return (
    <input
      className={css.rename}
      aria-label={t(studioPanelWords.layerName)}
      value={text}
      placeholder={placeholder}
      // biome-ignore lint/a11y/noAutofocus: who asks to rename a layer writes next
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(cutText(event.target.value, most))}
      onBlur={() => end(text.trim())}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        event.stopPropagation();
        end(event.key === 'Enter' ? text.trim() : null);
      }}
    />
  );
}
