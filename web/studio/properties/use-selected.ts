import { useRef } from 'react';
import { type FlatComponent, flatten, sameBut } from '#contracts/studio/flat.ts';
import { isSelecting } from '../canvas/page-state.ts';
import { useWatched } from '../canvas/watched.ts';
import { useEditorState } from '../state/use-editor.ts';

const place = ['position', 'size', 'rotation'];

const isSame = (one: FlatComponent, other: FlatComponent | undefined): boolean =>
  other !== undefined &&
  one.kind === other.kind &&
  one.at === other.at &&
  sameBut(one.component, other.component, place);

/**
 * What is selected, as the fields show it: the same list for as long as components are only moved, sized or turned, so
 * where they lie is read from the editor; and while a frame is drawn around some, that of before.
 */
export function useSelected(): readonly FlatComponent[] {
  const kept = useRef<readonly FlatComponent[]>([]);
  const waits = useWatched(isSelecting);
  return useEditorState(({ content, selection }) => {
    if (waits) return kept.current;
    const all = flatten(content.studio).filter(({ component }) => selection.includes(component.id));
    const same = all.length === kept.current.length && all.every((one, at) => isSame(one, kept.current[at]));
    if (!same) kept.current = all;
    return kept.current;
  });
}
