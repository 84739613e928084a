import { useNavigate } from 'react-router';
import type { Checked } from '../auth-forms.ts';
import { ProfileOfSignUp, type SecondStepProps } from './ProfileOfSignUp.tsx';
import type { SentMail } from './SuccessfulPage.tsx';
import { sendSignUp } from './sign-up.ts';

/** Properties of a SignUpProfile: what the first step came to, beside what every second step is given. */
export interface SignUpProfileProps extends SecondStepProps {
  checked: Checked<'account'>;
}

/** The second step of a sign-up with an email and a password, which a link in a mail follows. */
export function SignUpProfile({ checked, deal, ...step }: SignUpProfileProps) {
  const navigate = useNavigate();
  return (
    <ProfileOfSignUp
      {...step}
      send={async (answers) => {
        await sendSignUp(checked, answers, deal);
        navigate('/successful', { state: { email: checked.email, registered: true } satisfies SentMail });
      }}
    />
  );
}
