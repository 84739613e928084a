import { ArrowLeft, Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { limits } from '#contracts/api/limits.ts';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { Saver } from '../saving/saver.ts';
import type { StoryContent } from '../state/story-content.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import { SavedState } from './SavedState.tsx';
import css from './TopBar.module.css';

/** Properties of a TopBar; `view` is what changes how the canvas is seen, `end` who is here and what publishes. */
export interface TopBarProps {
  saver: Saver<StoryContent>;
  isLive: boolean;
  group: { title: string; address: string };
  where: string;
  view: ReactNode;
  end: ReactNode;
}

function Title() {
  const editor = useEditor();
  const title = useEditorState(({ content }) => content.title);
  const readOnly = useEditorState((state) => state.readOnly);
  const [editing, setEditing] = useState(false);
  if (!editing)
    return (
      <button
        type="button"
        className={css.title}
        aria-label={`${title || t(studioWords.untitled)}. ${t(studioWords.rename)}`}
        disabled={readOnly}
        onClick={() => setEditing(true)}
      >
        {title || t(studioWords.untitled)}
      </button>
    );
  const leave = () => {
    editor.seal();
    setEditing(false);
  };
  return (
    <input
      className={css.titleInput}
      aria-label={t(studioWords.storyTitle)}
      value={title}
      maxLength={limits.storyTitle}
      // biome-ignore lint/a11y/noAutofocus: who asked to rename it types at once
      autoFocus
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => editor.change((content) => ({ ...content, title: target.value }), 'title')}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key === 'Enter' || key === 'Escape') leave();
      }}
    />
  );
}

/** The bar of the studio: where one is, whether it is saved, undo and redo, how the canvas is seen, and what publishes. */
export function TopBar({ saver, isLive, group, where, view, end }: TopBarProps) {
  const editor = useEditor();
  const canUndo = useEditorState(({ history, readOnly }) => history.done.length > 0 && !readOnly);
  const canRedo = useEditorState(({ history, readOnly }) => history.undone.length > 0 && !readOnly);
  return (
    <header className={css.bar}>
      <div className={css.start}>
        <Link className={css.back} to={group.address} aria-label={t(studioWords.back, { group: group.title })}>
          <ArrowLeft size={18} aria-hidden />
        </Link>
        <div className={css.names}>
          <h1 className={css.heading}>
            <Title />
          </h1>
          <div className={`${css.where} truncate`}>{where}</div>
        </div>
        <SavedState saver={saver} isLive={isLive} />
      </div>
      <div className={css.middle}>
        <IconButton label={t(studioWords.undo)} icon={<Undo2 />} disabled={!canUndo} onClick={() => editor.undo()} />
        <IconButton label={t(studioWords.redo)} icon={<Redo2 />} disabled={!canRedo} onClick={() => editor.redo()} />
        {view}
      </div>
      <div className={css.end}>{end}</div>
    </header>
  );
}
