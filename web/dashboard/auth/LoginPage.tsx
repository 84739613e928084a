import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, redirect, useNavigate, useSearchParams } from 'react-router';
import { canUsePasskeys } from '../api/can-use-passkeys.ts';
import type { ApiError } from '../api/error.ts';
import { getSession } from '../api/session.ts';
import { phoneAsked, signIn } from '../api/sign-in.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { FormPasswordField } from '../kit/forms/FormPasswordField.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import authForms from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import css from './LoginPage.module.css';
import { nextPath } from './next-path.ts';
import { OutboxLink } from './register/OutboxLink.tsx';
import { SocialWays } from './social/SocialWays.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useTelling } from './use-telling.ts';

const isNoted = /^(EmailNotVerified|SignInLinkSent|InvalidCredentials)$/;

/** Sends people who are signed in already on to where they wanted. */
export function loader({ request }: { request: Request }) {
  return getSession() ? redirect(nextPath(new URL(request.url).searchParams.get('next'))) : null;
}

/** Sign in with e-mail and password, and with a second step where one is asked for, or with a passkey alone. */
export function Component() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [note, setNote] = useState<ApiError | null>(null);
  const [step, setStep] = useState<ReactNode>(null);
  const { busy, run } = useTelling();
  const goOn = () => navigate(nextPath(search.get('next')), { replace: true });
  const form = useAuthForm('login', {
    start: { email: '', password: '' },
    send: async ({ email, password }) => {
      setNote(null);
      const asked = await signIn({ email, password }).catch(phoneAsked);
      if (!asked) return goOn();
      await import('./second-step/SecondStepDialog.tsx').then(({ SecondStepDialog }) =>
        setStep(
          <SecondStepDialog
            setsUp
            asked={asked}
            send={(more) => signIn({ email, password, ...more })}
            onDone={goOn}
            onBack={() => setStep(null)}
          />,
        ),
      );
    },
    onRefused: (error) => {
      const shown = isNoted.test((error as ApiError).code);
      if (shown) setNote(error as ApiError);
      return shown;
    },
  });
  const byPasskey = () => import('./second-step/passkey.ts').then((passkey) => passkey.enterByPasskey()).then(goOn);
  const isWrong = note?.code === 'InvalidCredentials';
  return (
    <AuthLayout title={t(authWords.signIn)}>
      <h1>{t(authWords.welcomeBack)}</h1>
      <p className={authForms.lead}>{t(authWords.loginText)}</p>
      {note ? (
        <div className={css.note} data-wrong={isWrong} role="alert">
          <CircleAlert size={16} aria-hidden />
          <span>
            {note.message} {isWrong ? null : <OutboxLink />}
          </span>
        </div>
      ) : null}
      <SocialWays way={{ next: search.get('next') }} />
      <form className={authForms.form} {...form.element}>
        <FormTextField
          control={form.control}
          name="email"
          label={t(authWords.eMail)}
          type="email"
          size="large"
          autoComplete="username"
          autoFocus
          spellCheck={false}
        />
        <FormPasswordField
          control={form.control}
          name="password"
          label={t(authWords.password)}
          size="large"
          autoComplete="current-password"
          labelEnd={<Link to="/forgot-password">{t(authWords.forgotPassword)}</Link>}
        />
        <Button type="submit" variant="primary" size="large" block loading={form.busy}>
          {t(authWords.signIn)}
        </Button>
        {canUsePasskeys ? (
          <Button size="large" block loading={busy !== ''} onClick={() => run('passkey', byPasskey)}>
            {t(authWords.signInByPasskey)}
          </Button>
        ) : null}
      </form>
      {step}
      <p className={authForms.after}>
        {t(authWords.registerInstead, { link: (parts) => <Link to="/register">{parts}</Link> })}
        <Link to={`/login/help?${search}`}>{t(authWords.getHelp)}</Link>
      </p>
    </AuthLayout>
  );
}
