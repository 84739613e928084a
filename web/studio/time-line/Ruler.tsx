import { studioTimeWords } from '../../dashboard/words/studio-time.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { rulerTicks } from './spans.ts';
import css from './TimeLine.module.css';

/** The seconds of the story, above its bars. */
export function Ruler({ length }: { length: number }) {
  return (
    <div className={`${css.ruler} num`} aria-hidden>
      {rulerTicks(length).map((seconds) => (
        <span key={seconds} style={{ left: `${(seconds * 100_000) / length}%` }}>
          {t(studioTimeWords.seconds, { seconds })}
        </span>
      ))}
    </div>
  );
}
