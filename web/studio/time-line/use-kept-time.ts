import { useEffect } from 'react';
import { useEditor, useEditorState } from '../state/use-editor.ts';

/** Keeps the moment that is shown within a story that became shorter. */
export function useKeptTime(length: number): void {
  const editor = useEditor();
  const isBeyond = useEditorState(({ time }) => time !== null && time > length);
  useEffect(() => {
    if (isBeyond) editor.showTime(length);
  }, [editor, isBeyond, length]);
}
