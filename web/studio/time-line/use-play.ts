import { useEffect } from 'react';
import { useEditor, useEditorState } from '../state/use-editor.ts';

/** Lets time pass while the story plays, from the moment that is shown; at its end everything is shown again. */
export function usePlay(length: number): void {
  const editor = useEditor();
  const playing = useEditorState((state) => state.playing);
  useEffect(() => {
    if (!playing) return;
    const from = editor.state.time ?? 0;
    const begun = performance.now() - (from >= length ? 0 : from);
    let frame = requestAnimationFrame(function step(now) {
      const time = Math.max(0, Math.round(now - begun));
      if (time >= length) {
        editor.play(false);
        editor.showTime(null);
        return;
      }
      editor.showTime(time);
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [editor, playing, length]);
}
