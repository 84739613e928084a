import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { CircleAlert, Eye, EyeOff, GripVertical, Lock, LockOpen, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, memo, useState } from 'react';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { Tooltip } from '../../dashboard/kit/overlays/Tooltip.tsx';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { changeComponent } from '../edits/components.ts';
import { itemIcons } from '../palette/palette-items.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import css from './Layers.module.css';
import type { LayerEntry } from './layer-entries.ts';
import type { LayerProblem } from './layer-problem.ts';
import type { PickKeys } from './pick-layer.ts';
import { RenameField } from './RenameField.tsx';

/** Properties of a LayerRow. */
export interface LayerRowProps {
  one: LayerEntry;
  problem: LayerProblem | undefined;
  readOnly: boolean;
  onPick: (id: string, keys: PickKeys) => void;
}

function ProblemSign({ problem }: { problem: LayerProblem }) {
  const [Icon, text] =
    problem === 'error'
      ? [CircleAlert, t(studioPanelWords.layerError)]
      : [TriangleAlert, t(studioPanelWords.layerAdvice)];
  return (
    <Tooltip text={text} describes={false}>
      <span className={css.problem} data-problem={problem} role="img" aria-label={text}>
        <Icon size={14} aria-hidden />
      </span>
    </Tooltip>
  );
}

/** A component among the layers: its grip, its sign and name, whether it is shown and whether it can be moved. */
export const LayerRow = memo(function LayerRow({ one, problem, readOnly, onPick }: LayerRowProps) {
  const editor = useEditor();
  const [renaming, setRenaming] = useState(false);
  const { id, item, name, hidden, locked } = one;
  const selected = useEditorState(({ selection }) => selection.includes(id));
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: readOnly || renaming,
  });
  const Icon = itemIcons[item];
  const set = (changes: { hidden: boolean } | { locked: boolean }) => editor.edit(changeComponent, { id, changes });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'F2' || readOnly) return;
    event.preventDefault();
    setRenaming(true);
  };
  return (
    <li
      ref={setNodeRef}
      className={css.row}
      data-selected={selected || undefined}
      data-hidden={hidden || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={css.grip}
        {...attributes}
        {...listeners}
        disabled={readOnly}
        aria-label={t(studioPanelWords.moveLayer, { name })}
      >
        <GripVertical size={14} aria-hidden />
      </button>
      {renaming ? (
        <RenameField
          name={one.own}
          most={one.most}
          placeholder={name}
          onDone={(next) => {
            setRenaming(false);
            if (next !== null) editor.edit(changeComponent, { id, changes: { name: next } });
          }}
        />
      ) : (
        <button
          type="button"
          className={css.name}
          aria-pressed={selected}
          onClick={(keys) => onPick(id, keys)}
          onDoubleClick={() => !readOnly && setRenaming(true)}
          onKeyDown={onKeyDown}
        >
          <Icon size={16} aria-hidden />
          <span className="truncate">{name}</span>
          {problem ? <ProblemSign problem={problem} /> : null}
        </button>
      )}
      <IconButton
        size="small"
        label={hidden ? t(studioPanelWords.showLayer, { name }) : t(studioPanelWords.hideLayer, { name })}
        icon={hidden ? <EyeOff /> : <Eye />}
        disabled={readOnly}
        onClick={() => set({ hidden: !hidden })}
      />
      <IconButton
        size="small"
        className={css.lock}
        data-locked={locked || undefined}
        label={locked ? t(studioPanelWords.unlockLayer, { name }) : t(studioPanelWords.lockLayer, { name })}
        icon={locked ? <Lock /> : <LockOpen />}
        disabled={readOnly}
        onClick={() => set({ locked: !locked })}
      />
    </li>
  );
});
