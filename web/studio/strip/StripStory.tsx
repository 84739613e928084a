import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { StoryContent } from '../state/story-content.ts';
import { isUntouched } from '../state/untouched.ts';
import { EntryThumb } from './EntryThumb.tsx';
import type { StripEntry } from './entries.ts';
import { StorySign } from './StorySign.tsx';
import css from './Strip.module.css';

/** Properties of a StripStory; `count` is what must be fixed in it, `advice` what could be better. */
export interface StripStoryProps {
  entry: StripEntry;
  place: number;
  content: StoryContent | undefined;
  open: boolean;
  movable: boolean;
  problems: { errors: number; advice: number } | undefined;
  onOpen: () => void;
}

const width = 38;

/** One story of the strip: its place, its picture, whether it has a draft, and what is wrong with it. */
export function StripStory({ entry, place, content, open, movable, problems, onOpen }: StripStoryProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: entry.id,
    disabled: !movable,
  });
  const title = content?.title || entry.story?.title || t(studioWords.untitled);
  const words = { place, title };
  const badge = problems?.errors || problems?.advice;
  return (
    <li
      ref={setNodeRef}
      className={css.item}
      data-open={open || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        {...(movable ? attributes : {})}
        {...(movable ? listeners : {})}
        className={css.story}
        aria-current={open ? 'true' : undefined}
        onClick={onOpen}
      >
        <EntryThumb entry={entry} content={content} width={width} />
        <span className={`${css.place} num`} aria-hidden>
          {place}
        </span>
        <span className="visually-hidden">
          {t(entry.draft ? studioWords.stripDraft : studioWords.stripStory, words)}
        </span>
        {entry.draft ? <span className={css.draft} aria-hidden /> : null}
        <StorySign content={content} />
        {badge ? (
          <span
            className={`${css.badge} num`}
            data-kind={content && isUntouched(content) ? 'calm' : problems?.errors ? 'error' : 'advice'}
            aria-hidden
          >
            {badge}
          </span>
        ) : null}
      </button>
    </li>
  );
}
