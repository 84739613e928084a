import { type ReactNode, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import type { TotpSecret } from '#contracts/user/factor-rows.ts';
import type { SecondStep as StepBody } from '#contracts/user/sign-in.ts';
import { ApiError } from '../api/error.ts';
import { call } from '../api/http.ts';
import { passwordMin } from '../api/password-min.ts';
import { dropSession } from '../api/session.ts';
import { phoneAsked, type StepAsked } from '../api/sign-in.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { FormPasswordField } from '../kit/forms/FormPasswordField.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import { authWords } from '../words/auth.en.ts';
import { kitWords } from '../words/kit.en.ts';
import { t } from '../words/t.ts';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { Consent } from './Consent.tsx';
import { JoinedTeam } from './JoinedTeam.tsx';
import { LinkExpired } from './LinkExpired.tsx';
import { LinkGate } from './LinkGate.tsx';
import { useTell } from './open-messages.ts';
import { useAuthForm } from './use-auth-form.ts';
import { useLinkCheck } from './use-link-check.ts';

interface Invited {
  token: string;
  company: string;
  onJoined: () => void;
  onGone: () => void;
}

function JoinForm({ token, company, onJoined, onGone }: Invited) {
  const tell = useTell();
  const [step, setStep] = useState<ReactNode>(null);
  const joined = () => {
    dropSession();
    tell(t(authWords.signedUp), 'success');
    onJoined();
  };
  const form = useAuthForm('join', {
    start: { name: '', password: '', confirm: '', gdpr: false },
    send: async ({ name, password, gdpr }) => {
      const send = async (more: StepBody): Promise<StepAsked | null> => {
        const body = { password, ...name, gdpr, ...more };
        const { data, message } = await call<TotpSecret>('POST', '/register-invited-user', { body, auth: { token } });
        if (message === 'authenticator_setup') return { methods: ['totp'], sent: false, app: data };
        return message === 'otp_code_sent' ? { methods: ['sms'], sent: true } : null;
      };
      const asked = await send({}).catch(phoneAsked);
      if (!asked) return joined();
      const { SecondStepDialog } = await import('./second-step/SecondStepDialog.tsx');
      setStep(
        <SecondStepDialog
          setsUp
          asked={asked}
          send={send}
          back={t(kitWords.cancel)}
          onDone={joined}
          onBack={() => setStep(null)}
        />,
      );
    },
    onRefused: (error) => {
      const gone = error instanceof ApiError && [401, 404, 410].includes(error.status);
      if (gone) onGone();
      return gone;
    },
    fieldOf: (path) => (path === 'firstname' || path === 'lastname' ? 'name' : path),
  });
  return (
    <AuthLayout title={t(authWords.joinYourTeam)}>
      <h1>{t(authWords.joinYourTeam)}</h1>
      <p className={css.lead}>{t(authWords.invitedToCompany, { company })}</p>
      <form className={css.form} {...form.element}>
        <FormTextField
          control={form.control}
          name="name"
          label={t(authWords.fullName)}
          size="large"
          autoComplete="name"
          autoFocus
        />
        <FormPasswordField
          control={form.control}
          name="password"
          deps={['confirm']}
          label={t(authWords.password)}
          hint={t(authWords.passwordRule, { least: passwordMin })}
          size="large"
          autoComplete="new-password"
        />
        <FormPasswordField
          control={form.control}
          name="confirm"
          label={t(authWords.repeatPassword)}
          size="large"
          autoComplete="new-password"
        />
        <Consent control={form.control} name="gdpr" />
        <Button type="submit" variant="primary" size="large" block loading={form.busy}>
          {t(authWords.joinTeam)}
        </Button>
      </form>
      {step}
    </AuthLayout>
  );
}

/** Registers an invited person into the team that invited them. */
export function Component() {
  const { token = '' } = useParams();
  const seen = useLinkCheck(token, 'invitation', 'join_registered');
  const [outcome, setOutcome] = useState<'joined' | 'gone' | null>(null);
  if (outcome === 'joined') return <JoinedTeam />;
  if (outcome === 'gone') return <LinkExpired text={t(authWords.invitationUsed)} />;
  // They have made an account since they were invited.
  if (seen.link?.purpose === 'join_registered') return <Navigate to={`/join-registered/${token}`} replace />;
  return (
    <LinkGate
      title={t(authWords.joinYourTeam)}
      seen={seen}
      waiting={t(authWords.checkingInvitation)}
      gone={t(authWords.invitationUsed)}
    >
      {({ company }) => (
        <JoinForm
          token={token}
          company={company}
          onJoined={() => setOutcome('joined')}
          onGone={() => setOutcome('gone')}
        />
      )}
    </LinkGate>
  );
}
