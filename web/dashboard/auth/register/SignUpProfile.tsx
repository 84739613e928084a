import { Check } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/error.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import type { Checked, Typed } from '../auth-forms.ts';
import { useAuthForm } from '../use-auth-form.ts';
import { emptyAnswers } from './empty-answers.ts';
import { ProfileForm } from './ProfileForm.tsx';
import css from './RegisterPage.module.css';
import type { SentMail } from './SuccessfulPage.tsx';
import { refusedFields, sendSignUp } from './sign-up.ts';

/**
 * Properties of a SignUpProfile: the first step as it was checked, the answers while somebody goes back, the token of a deal,
 * and what shows the first step with what the server refuses of it (false: none of its fields).
 */
export interface SignUpProfileProps {
  account: Checked<'account'>;
  kept: RefObject<Typed<'profile'> | null>;
  deal: string | undefined;
  onBack: () => void;
  onRefused: (fields: Record<string, string>, message: string) => boolean;
}

/** The second step of the sign-up: the profile, which is sent with the first. */
export function SignUpProfile({ account, kept, deal, onBack, onRefused }: SignUpProfileProps) {
  const navigate = useNavigate();
  const [refused, setRefused] = useState(false);
  const form = useAuthForm('profile', {
    start: kept.current ?? emptyAnswers,
    fieldOf: (path) => path.replace(/^profile\./, ''),
    send: async (answers) => {
      await sendSignUp(account, answers, deal);
      navigate('/successful', { state: { email: account.email, registered: true } satisfies SentMail });
    },
    onRefused: (error) => {
      if (!(error instanceof ApiError)) return false;
      if (error.code !== 'AppRefused') return onRefused(refusedFields(error), error.message);
      setRefused(true);
      return true;
    },
  });
  const { getValues } = form;
  useEffect(
    () => () => {
      kept.current = getValues();
    },
    [kept, getValues],
  );
  return (
    <>
      <ol className={css.steps}>
        <li>
          <button type="button" className={css.step} data-done onClick={onBack}>
            <span className={css.stepMark}>
              <Check size={12} strokeWidth={2.5} aria-hidden />
            </span>
            {t(authWords.createAccount)}
          </button>
        </li>
        <li className={css.step} aria-current="step">
          <span className={css.stepMark}>2</span>
          {t(authWords.profileTitle)}
        </li>
      </ol>
      <ProfileForm form={form} save={t(authWords.createAccount)} refused={refused} onRefused={setRefused} />
    </>
  );
}
