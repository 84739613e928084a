import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useCallback, useMemo } from 'react';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { orderLayers } from '../edits/components.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import { LayerRow } from './LayerRow.tsx';
import css from './Layers.module.css';
import { useLayerEntries } from './layer-entries.ts';
import type { LayerProblem } from './layer-problem.ts';
import { MediumRow } from './MediumRow.tsx';
import { type PickKeys, pickLayer } from './pick-layer.ts';

/** Properties of the Layers; `problems` are by the component's id, `mediumName` is the name of the story's file. */
export interface LayersProps {
  problems: ReadonlyMap<string, LayerProblem>;
  mediumName: string | null;
}

const byMouse = { activationConstraint: { distance: 6 } };
const byTouch = { activationConstraint: { delay: 220, tolerance: 8 } };
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' as const };

/** The components of the story, the topmost first: to select, rename, hide, lock and order them; the medium lies below. */
export function Layers({ problems, mediumName }: LayersProps) {
  const editor = useEditor();
  const layers = useLayerEntries();
  const readOnly = useEditorState((state) => state.readOnly);
  const sensors = useSensors(
    useSensor(MouseSensor, byMouse),
    useSensor(TouchSensor, byTouch),
    useSensor(KeyboardSensor, byKeyboard),
  );
  const ids = useMemo(() => layers.map(({ id }) => id), [layers]);
  const pick = useCallback(
    (id: string, keys: PickKeys) => editor.select(pickLayer(ids, editor.state.selection, id, keys)),
    [editor, ids],
  );
  const place = (id: unknown) => {
    const at = ids.indexOf(String(id));
    return { name: layers[at]?.name ?? '', place: at + 1, count: ids.length };
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => t(studioPanelWords.layerPicked, place(active.id)),
    onDragOver: ({ active, over }) =>
      over ? t(studioPanelWords.layerOver, { ...place(over.id), name: place(active.id).name }) : undefined,
    onDragEnd: ({ active, over }) =>
      over ? t(studioPanelWords.layerDropped, { ...place(over.id), name: place(active.id).name }) : undefined,
    onDragCancel: ({ active }) => t(studioPanelWords.layerCanceled, place(active.id)),
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over.id))];
    if (from >= 0 && to >= 0) editor.edit(orderLayers, arrayMove(ids, from, to));
  };
  const errors = [...problems.values()].filter((one) => one === 'error').length;
  return (
    <section className={css.root} aria-label={t(studioPanelWords.layers)}>
      <header className={css.head}>
        <h2 className="t-card">{t(studioPanelWords.layers)}</h2>
        {errors > 0 ? (
          <span className={css.errors}>{t(studioPanelWords.layersToFix, { count: errors })}</span>
        ) : (
          <span className="t-caption">{t(studioPanelWords.topFirst)}</span>
        )}
      </header>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t(studioPanelWords.layerDragHelp) } }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={readOnly}>
          <ul className={css.list}>
            {layers.map((one) => (
              <LayerRow key={one.id} one={one} problem={problems.get(one.id)} readOnly={readOnly} onPick={pick} />
            ))}
            <MediumRow name={mediumName} />
          </ul>
        </SortableContext>
      </DndContext>
    </section>
  );
}
