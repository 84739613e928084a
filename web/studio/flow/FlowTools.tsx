import { Maximize, Minus, Plus, Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useWatched } from '../canvas/watched.ts';
import { historyCommands } from '../commands/edit-commands.ts';
import { keyOf } from '../commands/keys.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import css from './FlowTools.module.css';
import type { FlowView } from './flow-view.ts';

/** Takes back and redoes what was changed in the story that is open, by buttons or keys. */
export function FlowHistory() {
  const editor = useEditor();
  const canUndo = useEditorState(({ history, readOnly }) => history.done.length > 0 && !readOnly);
  const canRedo = useEditorState(({ history, readOnly }) => history.undone.length > 0 && !readOnly);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyOf(event);
      const command = historyCommands.find(({ keys }) => keys.includes(key));
      if (!command || event.defaultPrevented || !(canUndo || canRedo)) return;
      event.preventDefault();
      if (command.id === 'undo') editor.undo();
      else editor.redo();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [editor, canUndo, canRedo]);
  return (
    <>
      <span className={css.bar} />
      <IconButton label={t(studioWords.undo)} icon={<Undo2 />} disabled={!canUndo} onClick={() => editor.undo()} />
      <IconButton label={t(studioWords.redo)} icon={<Redo2 />} disabled={!canRedo} onClick={() => editor.redo()} />
    </>
  );
}

/** How near the board is, and what its lines mean. */
export function FlowTools({ view, history }: { view: FlowView; history: ReactNode }) {
  const { scale } = useWatched(view.place);
  return (
    <>
      <div className={css.tools} data-own-pointer>
        <IconButton label={t(words.zoomOut)} icon={<Minus />} onClick={() => view.step(-1)} />
        <span className={`${css.zoom} num`}>{t(words.zoom, { zoom: Math.round(scale * 100) })}</span>
        <IconButton label={t(words.zoomIn)} icon={<Plus />} onClick={() => view.step(1)} />
        <IconButton label={t(words.fit)} icon={<Maximize />} onClick={() => view.fit()} />
        {history}
      </div>
      <div className={css.legend} aria-hidden>
        <span className={css.sign}>{t(words.anyAnswer)}</span>
        <span className={css.sign} data-dash="none">
          {t(words.noAnswer)}
        </span>
        <span className={css.sign} data-dash="paused">
          {t(words.pausedLine)}
        </span>
      </div>
    </>
  );
}
