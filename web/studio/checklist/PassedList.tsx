import { CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { checklistWords } from '../../dashboard/words/checklist.en.ts';
import { checklistDoneWords } from '../../dashboard/words/checklist-done.en.ts';
import { sayPhrase } from '../../dashboard/words/say-phrase.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './Checklist.module.css';
import type { PassedCheck } from './passed-checks.ts';

/** So many are there before more are asked for. */
const few = 3;

const where = ({ places }: PassedCheck, stories: number): string => {
  if (stories === 1) return '';
  if (places.length === stories) return t(checklistDoneWords.allStories);
  return places.length === 1
    ? t(checklistDoneWords.oneStory, { place: places[0]! })
    : t(checklistDoneWords.stories, { count: places.length });
};

/** What is in order: a few of the checks that were passed, and the others when they are asked for. */
export function PassedList({ passed, stories }: { passed: readonly PassedCheck[]; stories: number }) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  if (passed.length === 0) return null;
  const shown = unfolded ? passed : passed.slice(0, few);
  const rest = passed.length - few;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={css.part} data-kind="done">
        {t(checklistWords.passed)} <span className="num">{passed.length}</span>
      </h3>
      <ul>
        {shown.map((check) => (
          <li key={check.phrase.id} className={css.passed}>
            <CircleCheck size={16} aria-hidden />
            <span className={css.words}>{sayPhrase(check.phrase)}</span>
            <span className="t-caption num">{where(check, stories)}</span>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <div className={css.morePassed}>
          <Button variant="link" size="small" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {unfolded ? t(checklistWords.fewer) : t(checklistWords.more, { count: rest })}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
