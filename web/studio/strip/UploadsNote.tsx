import { Progress } from '../../dashboard/kit/states/Progress.tsx';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useWatched } from '../canvas/watched.ts';
import { runningUploads } from '../drafts/upload-story.ts';
import css from './Strip.module.css';

/** The files that are on their way, and how far they are. */
export function UploadsNote() {
  const running = [...useWatched(runningUploads).values()];
  const [first] = running;
  if (!first) return null;
  const label =
    running.length === 1
      ? t(studioWords.uploading, { name: first.name })
      : t(studioWords.uploadingSeveral, { count: running.length });
  return (
    <div className={css.uploads} role="status">
      <span className="truncate">{label}</span>
      <Progress value={running.reduce((sum, { share }) => sum + share, 0) / running.length} label={label} />
    </div>
  );
}
