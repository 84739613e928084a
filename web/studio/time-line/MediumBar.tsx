import { Image, Lock, Video } from 'lucide-react';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useEditorState } from '../state/use-editor.ts';
import { FilmStrip } from './FilmStrip.tsx';
import css from './TimeLine.module.css';

/** The story's image or video, which is there all the time; nothing where it has none. */
export function MediumBar({ name }: { name: string | null }) {
  const media = useEditorState(({ content }) => content.media);
  const isVideo = useEditorState(({ content }) => content.type === 2);
  if (media === null) return null;
  const Icon = isVideo ? Video : Image;
  return (
    <div className={css.row}>
      <span className={css.name}>
        <Icon size={14} aria-hidden />
        <span className="truncate">{name ?? (isVideo ? t(studioPanelWords.video) : t(studioPanelWords.image))}</span>
        <Lock className={css.lock} size={12} aria-hidden />
      </span>
      <span className={css.track} data-film={isVideo || undefined}>
        <span className={css.span} data-fixed style={{ left: 0, width: '100%' }} />
        {isVideo ? <FilmStrip src={media} /> : null}
      </span>
    </div>
  );
}
