import { pathOf } from '#contracts/studio/check/checked.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { changeComponents } from '../edits/components.ts';
import { useEditor } from '../state/use-editor.ts';
import { usePanel } from './panel-context.ts';
import { type PlaceField, placeChange, placeOf, placeParts } from './places.ts';

/** How the numbers of one component or several are read and changed. */
export interface Places {
  /** The number of each component; `end` in ms stands for an end that is the story's. */
  read: (field: PlaceField, end?: number) => number[];
  change: (field: PlaceField, next: (was: number) => number, end?: number) => void;
  faulty: (field: PlaceField) => boolean;
  seal: () => void;
}

/** The numbers of components: a change goes to all of them. */
export function usePlaces(all: readonly FlatComponent[]): Places {
  const editor = useEditor();
  const { faults } = usePanel();
  const ids = all.map(({ component }) => component.id);
  return {
    read: (field, end = 0) => all.map(({ component }) => placeOf(component, field, end)),
    change: (field, next, end = 0) => {
      const changes = all.map(
        ({ component }) =>
          [component.id, placeChange(component, field, next(placeOf(component, field, end)), end)] as const,
      );
      editor.edit(changeComponents, new Map(changes), `${ids.join(' ')}.${field}`);
    },
    faulty: (field) => all.some((one) => faults.has(pathOf(one, placeParts[field]))),
    seal: () => editor.seal(),
  };
}
