import type { Revision } from '#contracts/studio/draft-content.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { Badge } from '../../dashboard/kit/text/Badge.tsx';
import { dayHeading, timeIn } from '../../dashboard/kit/text/format.ts';
import { reviewWords } from '../../dashboard/words/review.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './Review.module.css';
import type { Revisions } from './use-revisions.ts';

/** Properties of a RevisionList; `names` are what they are called, `chosen` null is the draft as it is now, `live` the form that is published, once it is known. */
export interface RevisionListProps {
  revisions: readonly Revision[];
  names: ReadonlyMap<Revision, string>;
  chosen: Revision | null;
  live: Revision | undefined;
  timeZone: string;
  older: Revisions['older'];
  onChoose: (revision: Revision | null) => void;
}

/** The earlier forms of a story by day, the newest first, with who made them. */
export function RevisionList({ revisions, names, chosen, live, timeZone, older, onChoose }: RevisionListProps) {
  const now = Date.now() / 1000;
  let last = '';
  return (
    <ul className={css.revisions}>
      <li>
        <button
          type="button"
          className={css.revision}
          aria-current={chosen === null ? 'true' : undefined}
          onClick={() => onChoose(null)}
        >
          <span className={css.revisionName}>{t(reviewWords.draft)}</span>
          <span className="t-caption">{t(reviewWords.now)}</span>
        </button>
      </li>
      {revisions.map((revision) => {
        const day = dayHeading(timeZone, revision.ts, now);
        const isNewDay = day !== last;
        last = day;
        return (
          <li key={`${revision.kind} ${revision.version}`}>
            {isNewDay ? <h3 className="t-caption">{day}</h3> : null}
            <button
              type="button"
              className={css.revision}
              aria-current={chosen === revision ? 'true' : undefined}
              onClick={() => onChoose(revision)}
            >
              <span className={css.revisionName}>
                {names.get(revision)}
                {revision === live ? <Badge kind="active">{t(reviewWords.live)}</Badge> : null}
              </span>
              <span className="t-caption num">{timeIn(timeZone, revision.ts)}</span>
              <span className={css.sentence}>
                {revision.actor.name} · {revision.sentence}
              </span>
            </button>
          </li>
        );
      })}
      {older ? (
        <li>
          <Button size="small" block loading={older.busy} onClick={older.ask}>
            {t(reviewWords.older)}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}
