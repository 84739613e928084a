import { type RefObject, useEffect, useState } from 'react';
import { ApiError } from '../../api/error.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import type { Checked, Typed } from '../auth-forms.ts';
import { useTell } from '../open-messages.ts';
import { useAuthForm } from '../use-auth-form.ts';
import { emptyAnswers } from './empty-answers.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { SignUpSteps } from './SignUpSteps.tsx';
import { refusedFields } from './sign-up.ts';

/** What a second step is given by the first: its form, the answers while somebody goes back, and the token of a deal. */
export interface SecondStepProps {
  /** Shows what the server refuses of the first step there; false when it has no such field. */
  onFirstRefused: (fields: Record<string, string>) => boolean;
  kept: RefObject<Typed<'profile'> | null>;
  deal: string | undefined;
  onBack: () => void;
}

/** Properties of a ProfileOfSignUp; `send` makes the account, and `onRefused` takes over a refusal: true when it has shown it. */
export interface ProfileOfSignUpProps extends Omit<SecondStepProps, 'deal'> {
  send: (answers: Checked<'profile'>) => Promise<void>;
  onRefused?: (error: ApiError) => boolean;
}

/** The second step of a sign-up: the profile, which is sent with the first. */
export function ProfileOfSignUp({ onFirstRefused, kept, onBack, send, onRefused }: ProfileOfSignUpProps) {
  const tell = useTell();
  const [refused, setRefused] = useState(false);
  const form = useAuthForm('profile', {
    start: kept.current ?? emptyAnswers,
    fieldOf: (path) => path.replace(/^profile\./, ''),
    send,
    onRefused: (error) => {
      if (!(error instanceof ApiError)) return false;
      if (onRefused?.(error)) return true;
      if (error.code === 'AppRefused') setRefused(true);
      else if (onFirstRefused(refusedFields(error))) {
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
      <SignUpSteps onBack={onBack} />
      <ProfileForm form={form} save={t(authWords.createAccount)} refused={refused} onRefused={setRefused} />
    </>
  );
}
