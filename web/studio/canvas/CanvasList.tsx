import { type Ref, useId } from 'react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { layersOf } from '../edits/components.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import { componentLabel } from './component-label.ts';
import css from './StudioCanvas.module.css';

const nameOf = (one: FlatComponent): string => {
  const label = componentLabel(one);
  const name = one.component.locked ? t(studioCanvasWords.isLocked, { name: label }) : label;
  return one.component.hidden ? t(studioCanvasWords.isHidden, { name }) : name;
};

/**
 * What is on the canvas for whoever uses no mouse: one stop of the Tab key that has the canvas' keys, and tells which of
 * the components is selected.
 */
export function CanvasList({ ref }: { ref: Ref<HTMLDivElement> }) {
  const editor = useEditor();
  const id = useId();
  // Only another name or order is something to draw anew: not each step of a drag.
  const listed = useEditorState(({ content }) =>
    JSON.stringify(layersOf(content.studio).map((one) => [one.component.id, nameOf(one)])),
  );
  const selection = useEditorState((state) => state.selection);
  const layers = JSON.parse(listed) as [id: string, name: string][];
  const active = selection.at(-1);
  return (
    <>
      <div
        ref={ref}
        className={css.list}
        role="listbox"
        tabIndex={0}
        aria-label={t(studioCanvasWords.layers)}
        aria-describedby={`${id}-hint`}
        aria-multiselectable
        aria-activedescendant={active === undefined ? undefined : `${id}-${active}`}
        data-studio-canvas
      >
        {layers.map(([layer, name]) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys of the canvas
          <div
            key={layer}
            id={`${id}-${layer}`}
            className="visually-hidden"
            role="option"
            tabIndex={-1}
            aria-selected={selection.includes(layer)}
            onClick={() => editor.select([layer])}
          >
            {name}
          </div>
        ))}
      </div>
      <span id={`${id}-hint`} hidden>
        {t(studioCanvasWords.layersHint)}
      </span>
    </>
  );
}
