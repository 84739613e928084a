import { useMemo } from 'react';
import { pathOf } from '#contracts/studio/check/checked.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { changeComponents } from '../edits/components.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import { usePanel } from './panel-context.ts';
import { type PlaceField, placeChange, placeOf, placeParts } from './places.ts';

/** How one number of one component or several is read and changed. */
export interface PlaceNumbers {
  /** The number of each component. */
  values: readonly number[];
  /** Changes it in all of them. */
  change: (next: (was: number) => number) => void;
  faulty: boolean;
  seal: () => void;
}

const componentsOf = (design: Studio, all: readonly FlatComponent[]): FlatComponent['component'][] => {
  const ids = new Set(all.map(({ component }) => component.id));
  return flatten(design).flatMap(({ component }) => (ids.has(component.id) ? [component] : []));
};

/** One of the numbers of components as it is in the story; `end` in ms stands for an end that is the story's. */
export function usePlace(all: readonly FlatComponent[], field: PlaceField, end = 0): PlaceNumbers {
  const editor = useEditor();
  const { faults } = usePanel();
  // As text, only other numbers are something to draw anew: not each step of a drag.
  const text = useEditorState(({ content }) =>
    componentsOf(content.studio, all)
      .map((component) => placeOf(component, field, end))
      .join(' '),
  );
  const values = useMemo(() => text.split(' ').map(Number), [text]);
  return {
    values,
    change: (next) => {
      const changes = componentsOf(editor.state.content.studio, all).map(
        (component) =>
          [component.id, placeChange(component, field, next(placeOf(component, field, end)), end)] as const,
      );
      const ids = all.map(({ component }) => component.id);
      editor.edit(changeComponents, new Map(changes), `${ids.join(' ')}.${field}`);
    },
    faulty: all.some((one) => faults.has(pathOf(one, placeParts[field]))),
    seal: () => editor.seal(),
  };
}
