import { useMemo } from 'react';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { layersOf } from '../edits/components.ts';
import { componentNames } from '../palette/component-names.ts';
import { itemOf, type PaletteItem } from '../palette/palette-items.ts';
import { useEditorState } from '../state/use-editor.ts';

/** What a layer shows of its component; `own` is the name that it was given, of `most` code points. */
export interface LayerEntry {
  id: string;
  item: PaletteItem;
  name: string;
  own: string;
  most: number;
  hidden: boolean;
  locked: boolean;
}

/** The layers of a design, the topmost first. */
const layerEntries = (design: Studio): LayerEntry[] => {
  const names = componentNames(design);
  return layersOf(design).map((one) => {
    const { id, name, hidden, locked } = one.component;
    const most = one.kind === 'product_tag' ? studioLimits.productName : studioLimits.name;
    return { id, item: itemOf(one), name: names.get(id)!, own: name, most, hidden, locked };
  });
};

/** The layers of the story; where nothing that they show has changed, as while a component is dragged, they are the same ones. */
export function useLayerEntries(): readonly LayerEntry[] {
  const shown = useEditorState(({ content }) => JSON.stringify(layerEntries(content.studio)));
  return useMemo(() => JSON.parse(shown) as LayerEntry[], [shown]);
}
