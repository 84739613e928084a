import { Check } from 'lucide-react';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import css from './RegisterPage.module.css';

/** Where somebody is in the two steps of a sign-up; `onBack` leads from the second to the first. */
export function SignUpSteps({ onBack }: { onBack?: () => void }) {
  return (
    <ol className={css.steps}>
      {onBack ? (
        <li>
          <button type="button" className={css.step} data-done onClick={onBack}>
            <span className={css.stepMark}>
              <Check size={12} strokeWidth={2.5} aria-hidden />
            </span>
            {t(authWords.createAccount)}
          </button>
        </li>
      ) : (
        <li className={css.step} aria-current="step">
          <span className={css.stepMark}>1</span>
          {t(authWords.createAccount)}
        </li>
      )}
      <li className={css.step} aria-current={onBack ? 'step' : undefined}>
        <span className={css.stepMark}>2</span>
        {t(authWords.profileTitle)}
      </li>
    </ol>
  );
}
