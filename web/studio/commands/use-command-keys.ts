import { useEffect } from 'react';
import { spaceKey } from '../canvas/gestures/space-key.ts';
import { copyInto, pasteData } from '../clipboard/clipboard-acts.ts';
import type { Editor } from '../state/editor.ts';
import { keyOf } from './keys.ts';
import { hasFree, hasSelection, removeSelection } from './selection.ts';
import type { StudioCommand, StudioTools } from './studio-command.ts';
import { commandOf, playCommand } from './studio-commands.ts';

const written = 'textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"])';

/** Whether the keyboard belongs to something else: a field, a dialog, a menu. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(`${written}, [role="dialog"], [role="alertdialog"], [role="menu"]`) !== null);

const isOnCanvas = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[data-studio-canvas]') !== null;

/** Whether a command takes a key that is pressed at a target. From outside of the canvas, Tab leads through the page. */
const takes = ({ scope }: StudioCommand, key: string, target: EventTarget | null): boolean =>
  scope === 'page' || isOnCanvas(target) || (target === document.body && !key.endsWith('Tab'));

/** Listens to the keys and the clipboard for an editor; answers how to stop it. */
function listen(editor: Editor, tools: StudioTools): () => void {
  const stop = new AbortController();
  const { signal } = stop;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isElsewhere(event.target)) return;
    const key = keyOf(event);
    const command = commandOf(key);
    if (!command || command.native || !takes(command, key, event.target) || !command.when(editor, tools)) return;
    event.preventDefault();
    if (command === playCommand) spaceKey.held = true;
    else command.perform(editor, tools, key);
  };

  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) editor.seal();
    if (event.key !== ' ' || !spaceKey.held) return;
    const hasPanned = spaceKey.panned;
    Object.assign(spaceKey, { held: false, panned: false });
    if (!hasPanned) playCommand.perform(editor, tools, 'Space');
  };

  const onCopy = (event: ClipboardEvent) => {
    const marked = document.getSelection()?.toString() ?? '';
    if (!event.clipboardData || isElsewhere(event.target) || marked !== '' || !hasSelection(editor)) return;
    event.preventDefault();
    copyInto(editor, event.clipboardData, tools);
    if (event.type === 'cut' && hasFree(editor)) removeSelection(editor);
  };

  const onPaste = (event: ClipboardEvent) => {
    if (!event.clipboardData || isElsewhere(event.target)) return;
    event.preventDefault();
    pasteData(editor, event.clipboardData, tools);
  };

  window.addEventListener('keydown', onKeyDown, { signal });
  window.addEventListener('keyup', onKeyUp, { signal });
  // What is let go in another window is never heard of here.
  window.addEventListener('blur', () => Object.assign(spaceKey, { held: false, panned: false }), { signal });
  document.addEventListener('copy', onCopy, { signal });
  document.addEventListener('cut', onCopy, { signal });
  document.addEventListener('paste', onPaste, { signal });
  return () => stop.abort();
}

/** Lets the keys of the commands and the clipboard work on an editor. */
export function useCommandKeys(editor: Editor, tools: StudioTools): void {
  useEffect(() => listen(editor, tools), [editor, tools]);
}
