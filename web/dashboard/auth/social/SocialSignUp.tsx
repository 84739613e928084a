import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import { socialSignIn } from '../../api/social.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import css from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import type { Checked, Typed } from '../auth-forms.ts';
import { Consent } from '../Consent.tsx';
import { useTell } from '../open-messages.ts';
import { ProfileOfSignUp } from '../register/ProfileOfSignUp.tsx';
import { ReferralField } from '../register/ReferralField.tsx';
import { referralOf } from '../register/referral-of.ts';
import { SignUpSteps } from '../register/SignUpSteps.tsx';
import { accountAsked } from '../register/sign-up.ts';
import { type AuthForm, useAuthForm } from '../use-auth-form.ts';
import { signInOf, signUpOf } from './way.ts';

/** Properties of a SocialSignUp: who has vouched for the person, the ticket for that, and the token of a deal. */
export interface SocialSignUpProps {
  provider: SocialProvider;
  ticket: string;
  deal: string | undefined;
}

function CompanyStep({ provider, deal, form }: Omit<SocialSignUpProps, 'ticket'> & { form: AuthForm<'social'> }) {
  const { control } = form;
  return (
    <>
      <SignUpSteps />
      <h1>{t(authWords.createAccount)}</h1>
      <p className={css.lead}>{t(authWords.socialSignUpText, { provider: providerNames[provider] })}</p>
      <form className={css.form} {...form.element}>
        <FormTextField
          control={control}
          name="company"
          label={t(authWords.companyName)}
          size="large"
          autoComplete="organization"
          autoFocus
        />
        <ReferralField
          control={control}
          name="referral"
          code={form.watch('referral')}
          told={t(authWords.referralTold)}
          onWrong={(message) => form.setError('referral', { message })}
        />
        <Consent control={control} name="gdpr" />
        <Button type="submit" variant="primary" size="large" block>
          {t(authWords.goOn)}
        </Button>
      </form>
      <p className={css.after}>
        <Link to={signInOf({ deal, search: window.location.search })}>{t(authWords.backToSignIn)}</Link>
      </p>
    </>
  );
}

/** The sign-up of somebody whom a provider has vouched for: only what it does not know is asked. */
export default function SocialSignUp({ provider, ticket, deal }: SocialSignUpProps) {
  const navigate = useNavigate();
  const tell = useTell();
  const [checked, setChecked] = useState<Checked<'social'> | null>(null);
  const kept = useRef<Typed<'profile'> | null>(null);
  const form = useAuthForm('social', {
    start: { company: '', gdpr: false, referral: referralOf(window.location.search) },
    send: setChecked,
  });
  return (
    <AuthLayout title={checked ? t(authWords.profileTitle) : t(authWords.createAccount)} voice={checked ? 2 : 0}>
      {checked ? (
        <ProfileOfSignUp
          onFirstRefused={form.refused}
          kept={kept}
          onBack={() => setChecked(null)}
          send={async (answers) => {
            await socialSignIn(provider, { token: ticket, ...(await accountAsked(checked, answers, deal)) });
            navigate('/', { replace: true });
          }}
          onRefused={({ code, message }) => {
            if (code !== 'LinkExpired' && code !== 'UserExists') return false;
            tell(message, 'error');
            const { search } = window.location;
            const again = code === 'LinkExpired' ? signUpOf(provider, { deal, search }) : signInOf({ deal, search });
            navigate(again, { replace: true });
            return true;
          }}
        />
      ) : (
        <CompanyStep provider={provider} deal={deal} form={form} />
      )}
    </AuthLayout>
  );
}
