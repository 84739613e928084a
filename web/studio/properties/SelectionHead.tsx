import { Copy, Layers, RectangleVertical, Trash2 } from 'lucide-react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { duplicateSelection, removeSelection } from '../commands/selection.ts';
import { itemName } from '../palette/component-name.ts';
import { itemIcons, itemOf } from '../palette/palette-items.ts';
import { useEditor } from '../state/use-editor.ts';
import css from './Properties.module.css';

/** The head of the story's own properties. */
export function StoryHead() {
  return (
    <div className={css.head}>
      <span className={css.tile}>
        <RectangleVertical size={16} aria-hidden />
      </span>
      <h2 className="t-card">{t(studioPropertyWords.story)}</h2>
    </div>
  );
}

/** What is selected, with the ways to duplicate and to delete it. */
export function SelectionHead({ all }: { all: readonly FlatComponent[] }) {
  const editor = useEditor();
  const tell = useTell();
  const [first] = all;
  const isOne = all.length === 1;
  const Icon = isOne ? itemIcons[itemOf(first!)] : Layers;
  const allLocked = all.every(({ component }) => component.locked);
  return (
    <div className={css.head}>
      <span className={css.tile}>
        <Icon size={16} aria-hidden />
      </span>
      <h2 className="t-card">
        {isOne ? itemName(itemOf(first!)) : t(studioPropertyWords.selected, { count: all.length })}
      </h2>
      <IconButton
        label={t(studioPropertyWords.duplicate)}
        icon={<Copy />}
        onClick={() => duplicateSelection(editor, (text) => tell(text, 'error'))}
      />
      <IconButton
        label={t(studioPropertyWords.delete)}
        icon={<Trash2 />}
        disabledReason={allLocked ? t(studioPropertyWords.unlockToDelete) : undefined}
        onClick={() => removeSelection(editor)}
      />
    </div>
  );
}
