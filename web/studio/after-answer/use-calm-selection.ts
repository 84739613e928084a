import { useEffect, useState } from 'react';
import { useEditorState } from '../state/use-editor.ts';

/** Longer than two presses of a double one are apart, in ms. */
const calmMs = 450;

/**
 * What is selected, once no pointer is pressed and a second press would be a new one: what comes and goes beside the
 * canvas moves it, and a drag or a double press goes on where it began.
 */
export function useCalmSelection(): readonly string[] {
  const selection = useEditorState((state) => state.selection);
  const [calm, setCalm] = useState(selection);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let timer = 0;
    const wait = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setCalm(selection), calmMs);
    };
    const hold = () => window.clearTimeout(timer);
    window.addEventListener('pointerdown', hold, { signal, capture: true });
    for (const type of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(type, wait, { signal, capture: true });
    wait();
    return () => {
      hold();
      stop.abort();
    };
  }, [selection]);
  return calm;
}
