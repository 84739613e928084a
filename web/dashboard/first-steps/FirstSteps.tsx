import { ChevronDown } from 'lucide-react';
import { useNotify } from 'ra-core';
import { useEffect, useId } from 'react';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { Card } from '../kit/Card.tsx';
import { helpWords } from '../words/help.en.ts';
import { t } from '../words/t.ts';
import css from './FirstSteps.module.css';
import { StepList } from './StepList.tsx';
import { useFirstSteps } from './use-first-steps.ts';
import { useFirstView } from './use-first-view.ts';
import { useSteps } from './use-steps.ts';

/** The checklist of the first steps: there until an app has shown a story to someone, and then gone for good. */
export function FirstSteps() {
  const notify = useNotify();
  const { state, set } = useFirstSteps();
  const id = useId();
  const view = useFirstView();
  const seen = view.seen === true;
  const steps = useSteps(seen);
  const known = state !== null;
  useEffect(() => {
    if (seen) {
      set('done');
      if (known) notify(t(helpWords.firstStorySeen), { type: 'success' });
    } else if (!known && (view.seen !== null || !view.hasStories)) set('open');
  }, [seen, known, view.seen, view.hasStories, set, notify]);

  // Of an account that has stories already it is asked first whether anybody has seen them.
  if (!known || seen) return null;
  const folded = state === 'folded';
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} className="t-card">
          {t(helpWords.firstSteps)}
        </h2>
        <span className={`t-small num ${css.count}`}>
          {t(helpWords.stepsDone, { done: steps.filter(({ done }) => done).length, count: steps.length })}
        </span>
        <IconButton
          size="small"
          className={css.fold}
          label={folded ? t(helpWords.showSteps) : t(helpWords.hideSteps)}
          aria-expanded={!folded}
          icon={<ChevronDown />}
          onClick={() => set(folded ? 'open' : 'folded')}
        />
      </div>
      {folded ? null : <StepList steps={steps} />}
    </Card>
  );
}
