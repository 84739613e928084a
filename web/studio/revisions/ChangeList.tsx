import { Undo2 } from 'lucide-react';
import type { DesignChange } from '#contracts/studio/changes.ts';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { Checkbox } from '../../dashboard/kit/fields/Checkbox.tsx';
import { reviewWords } from '../../dashboard/words/review.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './Review.module.css';
import { changeValue, fieldOf, wholeOf } from './shown-change.ts';

/** Properties of a ChangeList; `leftOut` are the keys of changes that are not published. */
export interface ChangeListProps {
  changes: readonly DesignChange[];
  leftOut: ReadonlySet<string>;
  timeZone: string;
  readOnly: boolean;
  onInclude: (key: string, on: boolean) => void;
  onTakeBack: (key: string) => void;
}

/** What differs between the live story and the draft: each can be left out of publishing, or taken back. */
export function ChangeList({ changes, leftOut, timeZone, readOnly, onInclude, onTakeBack }: ChangeListProps) {
  return (
    <ul className={css.changes}>
      {changes.map((change) => {
        const field = fieldOf(change);
        const whole = wholeOf(change);
        return (
          <li key={change.key} className={css.change} data-out={leftOut.has(change.key) || undefined}>
            <Checkbox
              hideLabel
              label={t(reviewWords.include, { field })}
              checked={!leftOut.has(change.key)}
              onChange={(on) => onInclude(change.key, on)}
            />
            <div className={css.said}>
              <div className={css.field}>{field}</div>
              <div className={css.values}>
                {whole ? (
                  <span>{t(reviewWords[whole])}</span>
                ) : (
                  <>
                    <del>
                      <span className="visually-hidden">{t(reviewWords.from)} </span>
                      {changeValue(change.from, timeZone)}
                    </del>{' '}
                    <span aria-hidden>→</span>{' '}
                    <ins>
                      <span className="visually-hidden">{t(reviewWords.to)} </span>
                      {changeValue(change.to, timeZone)}
                    </ins>
                  </>
                )}
              </div>
            </div>
            <IconButton
              size="small"
              label={t(reviewWords.takeBack, { field })}
              icon={<Undo2 />}
              disabled={readOnly}
              onClick={() => onTakeBack(change.key)}
            />
          </li>
        );
      })}
    </ul>
  );
}
