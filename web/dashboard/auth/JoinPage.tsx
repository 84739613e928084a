import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../api/error.ts';
import { http } from '../api/http.ts';
import { passwordMin } from '../api/password-min.ts';
import { dropSession } from '../api/session.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { FormPasswordField } from '../kit/forms/FormPasswordField.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import { Loading } from '../kit/states/Skeleton.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { Consent } from './Consent.tsx';
import { LinkExpired } from './LinkExpired.tsx';
import { useTell } from './open-messages.ts';
import { useAuthForm } from './use-auth-form.ts';
import { useLaterSignIn } from './use-later-sign-in.ts';
import { useLinkCheck } from './use-link-check.ts';

/** Registers an invited person into the team that invited them. */
export function Component() {
  const { token = '' } = useParams();
  const tell = useTell();
  const link = useLinkCheck(token, 'invitation');
  const [expired, setExpired] = useState(false);
  const [joined, setJoined] = useState(false);
  useLaterSignIn(joined);
  const form = useAuthForm('join', {
    start: { name: '', password: '', confirm: '', gdpr: false },
    send: async ({ name, password, gdpr }) => {
      await http.post('/register-invited-user', { password, ...name, gdpr }, { auth: { token } });
      dropSession();
      tell(t(authWords.signedUp), 'success');
      setJoined(true);
    },
    onRefused: (error) => {
      const gone = error instanceof ApiError && [401, 404, 410].includes(error.status);
      setExpired(gone);
      return gone;
    },
    fieldOf: (path) => (path === 'firstname' || path === 'lastname' ? 'name' : path),
  });
  if (expired || link.state === 'gone') {
    return <LinkExpired text={t(authWords.invitationUsed)} />;
  }
  if (joined) {
    return (
      <AuthLayout title={t(authWords.joinedTitle)}>
        <h1 role="status">{t(authWords.joinedTitle)}</h1>
        <p className={css.lead}>{t(authWords.joinedText)}</p>
        <div className={css.links}>
          <Link to="/login" replace>
            {t(authWords.signInNow)}
          </Link>
        </div>
      </AuthLayout>
    );
  }
  if (link.state === 'looking') {
    return (
      <AuthLayout title={t(authWords.joinYourTeam)}>
        <h1>{t(authWords.joinYourTeam)}</h1>
        <Loading label={t(authWords.checkingInvitation)} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t(authWords.joinYourTeam)}>
      <h1>{t(authWords.joinYourTeam)}</h1>
      <p className={css.lead}>
        {link.company ? t(authWords.invitedToCompany, { company: link.company }) : t(authWords.invitedToTeam)}
      </p>
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
    </AuthLayout>
  );
}
