import { pathOf } from '#contracts/studio/check/checked.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { changeAnswers } from '../edits/answers.ts';
import { type ComponentChanges, changeComponent } from '../edits/components.ts';
import { newComponentId } from '../edits/copies.ts';
import { useEditor } from '../state/use-editor.ts';
import { usePanel } from './panel-context.ts';

/** How the fields of a component are read and changed. */
export interface Fields {
  /** What is wrong with a field, in words. */
  fault: (field: string) => string | null;
  /** Changes fields; changes with the same `merge`, one after another, are one step to undo. */
  set: (changes: ComponentChanges, merge?: string) => void;
  /** Changes what can be answered: a published component becomes a new one where its answers mean something else. */
  setAnswers: (changes: ComponentChanges) => void;
  /** Ends the step of changes that were merged. */
  seal: () => void;
}

/** The fields of a component. */
export function useFields(one: FlatComponent): Fields {
  const editor = useEditor();
  const { faults, published, onAnswers } = usePanel();
  const { id } = one.component;
  return {
    fault: (field) => faults.get(pathOf(one, field)) ?? null,
    set: (changes, merge) =>
      editor.edit(changeComponent, { id, changes }, merge === undefined ? null : `${id}.${merge}`),
    setAnswers: (changes) => {
      const newId = newComponentId();
      editor.change((content) => changeAnswers(content, { id, changes, was: published.get(id), newId }));
      onAnswers(id, newId);
    },
    seal: () => editor.seal(),
  };
}
