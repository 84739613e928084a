import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Editor, EditorState } from './editor.ts';

/** The editor of the story that is open. */
export const EditorContext = createContext<Editor | null>(null);

/** The editor itself, to change what is open; it is the same one as long as the story is. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor outside of the studio');
  return editor;
}

/** A part of what the editor holds; what reads it is drawn anew only when that part is another one. */
export function useEditorState<Part>(read: (state: EditorState) => Part): Part {
  const editor = useEditor();
  return useSyncExternalStore(editor.subscribe, () => read(editor.state));
}
