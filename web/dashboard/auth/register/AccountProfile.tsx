import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../api/error.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import type { Checked } from '../auth-forms.ts';
import { useAuthForm } from '../use-auth-form.ts';
import { emptyAnswers } from './empty-answers.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { withFoundApp } from './profile-app.ts';

/** Properties of an AccountProfile; `save` sends the answers to where they belong, with the token of a deal in the address. */
export interface AccountProfileProps {
  save: (answers: Checked<'profile'>, appsumotoken: string | undefined) => Promise<unknown>;
}

/** The profile of who has an account already, or is about to get one by other means; then it leads on to the start. */
export function AccountProfile({ save }: AccountProfileProps) {
  const { appsumotoken } = useParams();
  const navigate = useNavigate();
  const [refused, setRefused] = useState(false);
  const form = useAuthForm('profile', {
    start: emptyAnswers,
    fieldOf: (path) => path.replace(/^data\./, ''),
    send: async (answers) => {
      await save(await withFoundApp(answers), appsumotoken);
      navigate('/', { replace: true });
    },
    onRefused: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'AppRefused') return false;
      setRefused(true);
      return true;
    },
  });
  return <ProfileForm form={form} save={t(authWords.goOn)} refused={refused} onRefused={setRefused} />;
}
