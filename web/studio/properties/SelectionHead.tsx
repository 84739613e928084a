import { Copy, Layers, RectangleVertical, Trash2 } from 'lucide-react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { removeComponents } from '../edits/components.ts';
import { copiesOf, pasteComponents } from '../edits/copies.ts';
import { itemName } from '../palette/component-name.ts';
import { itemIcons, itemOf } from '../palette/palette-items.ts';
import { componentIds } from '../state/editor.ts';
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
  const [first] = all;
  const isOne = all.length === 1;
  const Icon = isOne ? itemIcons[itemOf(first!)] : Layers;
  const ids = all.map(({ component }) => component.id);
  const duplicate = () => {
    const copies = copiesOf(editor.state.content.studio, { ids });
    editor.edit(pasteComponents, copies);
    const there = new Set(componentIds(editor.state.content.studio));
    const added = copies.map(({ component }) => component.id).filter((id) => there.has(id));
    if (added.length > 0) editor.select(added);
  };
  const remove = () => {
    editor.edit(removeComponents, new Set(ids));
    editor.select([]);
  };
  return (
    <div className={css.head}>
      <span className={css.tile}>
        <Icon size={16} aria-hidden />
      </span>
      <h2 className="t-card">
        {isOne ? itemName(itemOf(first!)) : t(studioPropertyWords.selected, { count: all.length })}
      </h2>
      <IconButton label={t(studioPropertyWords.duplicate)} icon={<Copy />} onClick={duplicate} />
      <IconButton label={t(studioPropertyWords.delete)} icon={<Trash2 />} onClick={remove} />
    </div>
  );
}
