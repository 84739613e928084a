import { Clipboard, Copy, CopyPlus, Redo2, Scissors, TextCursorInput, Trash2, Undo2 } from 'lucide-react';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { pickable } from '../canvas/pick.ts';
import { editedWords, wordsToEdit } from '../canvas/words-edited.ts';
import { copySelection, cutSelection, pasteFromClipboard } from '../clipboard/clipboard-acts.ts';
import { duplicateSelection, hasFree, hasSelection, removeSelection } from './selection.ts';
import type { StudioCommand } from './studio-command.ts';

const usual = { group: 'edit', scope: 'page' } as const;

/** Removes what is selected; what is locked stays. */
export const removeCommand: StudioCommand = {
  ...usual,
  id: 'remove',
  label: studioCanvasWords.remove,
  icon: Trash2,
  keys: ['Delete', 'Backspace'],
  scope: 'canvas',
  when: hasFree,
  perform: removeSelection,
};

/** Puts a copy of what is selected beside it, and selects the copy. */
export const duplicateCommand: StudioCommand = {
  ...usual,
  id: 'duplicate',
  label: studioCanvasWords.duplicate,
  icon: CopyPlus,
  keys: ['Mod+D'],
  when: (editor) => hasSelection(editor) && !editor.state.readOnly,
  perform: (editor, { notify }) => duplicateSelection(editor, notify),
};

/** What is done with the clipboard. */
export const clipboardCommands: readonly StudioCommand[] = [
  {
    ...usual,
    id: 'cut',
    label: studioCanvasWords.cut,
    icon: Scissors,
    keys: ['Mod+X'],
    native: true,
    when: hasFree,
    perform: (editor, tools) => void cutSelection(editor, tools),
  },
  {
    ...usual,
    id: 'copy',
    label: studioCanvasWords.copy,
    icon: Copy,
    keys: ['Mod+C'],
    native: true,
    when: hasSelection,
    perform: (editor, tools) => void copySelection(editor, tools),
  },
  {
    ...usual,
    id: 'paste',
    label: studioCanvasWords.paste,
    icon: Clipboard,
    keys: ['Mod+V'],
    native: true,
    when: ({ state }) => !state.readOnly,
    perform: (editor, tools) => void pasteFromClipboard(editor, tools),
  },
];

/** Takes back and does again. */
export const historyCommands: readonly StudioCommand[] = [
  {
    ...usual,
    id: 'undo',
    label: studioCanvasWords.undo,
    icon: Undo2,
    keys: ['Mod+Z'],
    when: ({ state }) => state.history.done.length > 0 && !state.readOnly,
    perform: (editor) => editor.undo(),
  },
  {
    ...usual,
    id: 'redo',
    label: studioCanvasWords.redo,
    icon: Redo2,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    when: ({ state }) => state.history.undone.length > 0 && !state.readOnly,
    perform: (editor) => editor.redo(),
  },
];

/** Selects all that can be picked. */
export const selectAllCommand: StudioCommand = {
  ...usual,
  id: 'selectAll',
  label: studioCanvasWords.selectAll,
  keys: ['Mod+A'],
  when: () => true,
  perform: (editor) => {
    const { content, time } = editor.state;
    editor.select(
      pickable(content.studio, time)
        .map(({ component }) => component.id)
        .reverse(),
    );
  },
};

/** Edits the words of what is selected, where they stand. */
export const wordsCommand: StudioCommand = {
  ...usual,
  id: 'editWords',
  label: studioCanvasWords.editWords,
  icon: TextCursorInput,
  keys: ['Enter'],
  scope: 'canvas',
  when: (editor) => wordsToEdit(editor) !== null,
  perform: (editor) => editedWords.set(wordsToEdit(editor)),
};
