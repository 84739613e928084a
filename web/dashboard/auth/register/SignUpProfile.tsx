import { Check } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/error.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import type { Checked, Typed } from '../auth-forms.ts';
import { useTell } from '../open-messages.ts';
import { type AuthForm, useAuthForm } from '../use-auth-form.ts';
import { emptyAnswers } from './empty-answers.ts';
import { ProfileForm } from './ProfileForm.tsx';
import css from './RegisterPage.module.css';
import type { SentMail } from './SuccessfulPage.tsx';
import { refusedFields, sendSignUp } from './sign-up.ts';

/**
 * Properties of a SignUpProfile: the form of the first step and what it came to, the answers while somebody goes back, and
 * the token of a deal. What the server refuses of the first step is shown there.
 */
export interface SignUpProfileProps {
  account: AuthForm<'account'>;
  checked: Checked<'account'>;
  kept: RefObject<Typed<'profile'> | null>;
  deal: string | undefined;
  onBack: () => void;
}

/** The second step of the sign-up: the profile, which is sent with the first. */
export function SignUpProfile({ account, checked, kept, deal, onBack }: SignUpProfileProps) {
  const navigate = useNavigate();
  const tell = useTell();
  const [refused, setRefused] = useState(false);
  const form = useAuthForm('profile', {
    start: kept.current ?? emptyAnswers,
    fieldOf: (path) => path.replace(/^profile\./, ''),
    send: async (answers) => {
      await sendSignUp(checked, answers, deal);
      navigate('/successful', { state: { email: checked.email, registered: true } satisfies SentMail });
    },
    onRefused: (error) => {
      if (!(error instanceof ApiError)) return false;
      if (error.code === 'AppRefused') setRefused(true);
      else if (account.refused(refusedFields(error))) {
        tell(error.message, 'error');
        onBack();
      } else return false;
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
