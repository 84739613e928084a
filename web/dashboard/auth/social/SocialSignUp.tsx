import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import { ApiError } from '../../api/error.ts';
import { socialSignIn } from '../../api/social.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import authForms from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import type { Checked, Typed } from '../auth-forms.ts';
import { Consent } from '../Consent.tsx';
import { useTell } from '../open-messages.ts';
import { emptyAnswers } from '../register/empty-answers.ts';
import { ProfileForm } from '../register/ProfileForm.tsx';
import { withFoundApp } from '../register/profile-app.ts';
import { ReferralField } from '../register/ReferralField.tsx';
import css from '../register/RegisterPage.module.css';
import { refusedFields } from '../register/sign-up.ts';
import { type AuthForm, useAuthForm } from '../use-auth-form.ts';

/** Properties of a SocialSignUp: who has vouched for the person, the ticket for that, and the token of a deal. */
export interface SocialSignUpProps {
  provider: SocialProvider;
  ticket: string;
  deal: string | undefined;
}

interface ProfileProps extends SocialSignUpProps {
  account: AuthForm<'social'>;
  checked: Checked<'social'>;
  kept: { current: Typed<'profile'> | null };
  onBack: () => void;
}

function Profile({ provider, ticket, deal, account, checked, kept, onBack }: ProfileProps) {
  const navigate = useNavigate();
  const tell = useTell();
  const [refused, setRefused] = useState(false);
  const { company, gdpr, referral } = checked;
  const form = useAuthForm('profile', {
    start: kept.current ?? emptyAnswers,
    fieldOf: (path) => path.replace(/^profile\./, ''),
    send: async (answers) => {
      kept.current = form.getValues();
      const packageId = new URLSearchParams(window.location.search).get('package_id');
      await socialSignIn(provider, {
        token: ticket,
        name: company,
        gdpr,
        profile: await withFoundApp(answers),
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(packageId ? { package_id: packageId } : {}),
        ...(referral ? { referral_token: referral } : {}),
        ...(deal ? { appsumo_token: deal } : {}),
      });
      navigate('/', { replace: true });
    },
    onRefused: (error) => {
      if (!(error instanceof ApiError)) return false;
      const { company: wrongName, referral: wrongCode } = refusedFields(error);
      if (error.code === 'AppRefused') setRefused(true);
      else if (error.code === 'LinkExpired' || error.code === 'UserExists') {
        tell(error.message, 'error');
        navigate('/login', { replace: true });
      } else if (
        account.refused({ ...(wrongName && { company: wrongName }), ...(wrongCode && { referral: wrongCode }) })
      ) {
        tell(error.message, 'error');
        onBack();
      } else return false;
      return true;
    },
  });
  return <ProfileForm form={form} save={t(authWords.createAccount)} refused={refused} onRefused={setRefused} />;
}

/** The sign-up of somebody whom a provider has vouched for: only what it does not know is asked. */
export function SocialSignUp(props: SocialSignUpProps) {
  const [step, setStep] = useState<0 | 1>(0);
  const [checked, setChecked] = useState<Checked<'social'> | null>(null);
  const kept = useRef<Typed<'profile'> | null>(null);
  const referral = (new URLSearchParams(window.location.search).get('referral') ?? '').slice(0, 6);
  const account = useAuthForm('social', {
    start: { company: '', gdpr: false, referral },
    send: (now) => {
      setChecked(now);
      setStep(1);
    },
  });
  const { control } = account;
  const create = t(authWords.createAccount);
  const profile = t(authWords.profileTitle);
  const second = step === 1 && checked !== null;
  return (
    <AuthLayout title={second ? profile : create} voice={second ? 2 : 0}>
      <ol className={css.steps}>
        <li className={second ? undefined : css.step} aria-current={second ? undefined : 'step'}>
          {second ? (
            <button type="button" className={css.step} data-done onClick={() => setStep(0)}>
              <span className={css.stepMark}>
                <Check size={12} strokeWidth={2.5} aria-hidden />
              </span>
              {create}
            </button>
          ) : (
            <>
              <span className={css.stepMark}>1</span>
              {create}
            </>
          )}
        </li>
        <li className={css.step} aria-current={second ? 'step' : undefined}>
          <span className={css.stepMark}>2</span>
          {profile}
        </li>
      </ol>
      {second ? (
        <Profile {...props} account={account} checked={checked} kept={kept} onBack={() => setStep(0)} />
      ) : (
        <>
          <h1>{create}</h1>
          <p className={authForms.lead}>{t(authWords.socialSignUpText, { provider: providerNames[props.provider] })}</p>
          <form className={authForms.form} {...account.element}>
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
              code={account.watch('referral')}
              onWrong={(message) => account.setError('referral', { message })}
            />
            <Consent control={control} name="gdpr" />
            <Button type="submit" variant="primary" size="large" block>
              {t(authWords.goOn)}
            </Button>
          </form>
          <p className={authForms.after}>
            <Link to="/login">{t(authWords.backToSignIn)}</Link>
          </p>
        </>
      )}
    </AuthLayout>
  );
}
export default SocialSignUp;
