import { flatten } from '#contracts/studio/flat.ts';
import { addWithRoom } from '../clipboard/add-with-room.ts';
import { freeComponents } from '../edits/boxes.ts';
import { layersOf, removeComponents } from '../edits/components.ts';
import { copiesOf, rulesOfCopies } from '../edits/copies.ts';
import { withoutRulesOf } from '../edits/goals.ts';
import type { Editor } from '../state/editor.ts';

/** The ids of what is selected and may be changed. */
export const freeSelection = ({ state: { content, selection, readOnly } }: Editor): string[] =>
  readOnly ? [] : freeComponents(content.studio, selection).map(({ id }) => id);

/** Takes away what is selected and may be changed. */
export function removeSelection(editor: Editor): void {
  const ids = new Set(freeSelection(editor));
  // What is gone is asked nothing any more.
  editor.change((content) => {
    const studio = removeComponents(content.studio, ids);
    return studio === content.studio
      ? content
      : { ...content, studio, conditions: withoutRulesOf(content.conditions, ids) };
  });
  editor.select(editor.state.selection.filter((id) => !ids.has(id)));
}

/**
 * Puts copies beside what is selected, locked or not, as far as there is room for them, and selects them; rules go along,
 * and what is left out is told.
 */
export function duplicateSelection(editor: Editor, notify: (text: string) => void): void {
  const { content, selection } = editor.state;
  const copies = copiesOf(content.studio, { ids: selection });
  const ids = new Map(copies.map(({ of, component }) => [of, component.id]));
  addWithRoom(editor, { components: copies, rules: rulesOfCopies(content.conditions, ids) }, notify);
}

/** Whether something that may be changed is selected. */
export const hasFree = (editor: Editor): boolean => freeSelection(editor).length > 0;

/** Whether something is selected, locked or not. */
export const hasSelection = ({ state }: Editor): boolean => state.selection.length > 0;

/** Whether something is selected, locked or not, and this person writes the story. */
export const maySetFlags = (editor: Editor): boolean => hasSelection(editor) && !editor.state.readOnly;

/** Whether every selected component has a flag. */
export const allHave = ({ state: { content, selection } }: Editor, flag: 'locked' | 'hidden'): boolean =>
  flatten(content.studio).every(({ component }) => component[flag] || !selection.includes(component.id));

/** The layer above (-1) or below (1) the one that is selected, from outside the topmost or lowest; null behind the last. */
export function neighborLayer({ state: { content, selection } }: Editor, step: 1 | -1): string | null {
  const layers = layersOf(content.studio).map(({ component }) => component.id);
  const last = selection.at(-1);
  if (last === undefined) return (step > 0 ? layers[0] : layers.at(-1)) ?? null;
  return layers[layers.indexOf(last) + step] ?? null;
}
