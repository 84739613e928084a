import { Image, Lock, Video } from 'lucide-react';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import css from './Layers.module.css';

/** The story's image or video, below all layers; its settings are shown while nothing is selected. */
export function MediumRow({ name }: { name: string | null }) {
  const editor = useEditor();
  const type = useEditorState(({ content }) => content.type);
  const hasMedium = useEditorState(({ content }) => content.media !== null);
  const Icon = type === 2 ? Video : Image;
  const kind = type === 2 ? t(studioPanelWords.video) : t(studioPanelWords.image);
  return (
    <li className={css.row}>
      <span className={css.grip} />
      <button type="button" className={css.name} onClick={() => editor.select([])}>
        <Icon size={16} aria-hidden />
        <span className="truncate">{hasMedium ? (name ?? kind) : t(studioPanelWords.background)}</span>
      </button>
      <span className={css.fixed}>
        <Lock size={14} aria-hidden />
        <span className="visually-hidden">{t(studioPanelWords.mediumStays)}</span>
      </span>
    </li>
  );
}
