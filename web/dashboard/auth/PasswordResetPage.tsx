import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '../api/error.ts';
import { http } from '../api/http.ts';
import { passwordMin } from '../api/password-min.ts';
import { dropSession } from '../api/session.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { FormPasswordField } from '../kit/forms/FormPasswordField.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { LinkExpired } from './LinkExpired.tsx';
import { LinkGate } from './LinkGate.tsx';
import { useTell } from './open-messages.ts';
import { useAuthForm } from './use-auth-form.ts';
import { useLinkCheck } from './use-link-check.ts';

function ResetForm({ token, email, onGone }: { token: string; email: string; onGone: () => void }) {
  const navigate = useNavigate();
  const tell = useTell();
  const form = useAuthForm('reset', {
    start: { password: '', confirm: '' },
    send: async (values) => {
      await http.post('/user/update_password', { token, ...values }, { auth: 'none' });
      // A new password ends every session, also the one that this browser may hold.
      dropSession();
      tell(t(authWords.passwordChanged), 'success');
      navigate('/login', { replace: true });
    },
    onRefused: (error) => {
      const gone = error instanceof ApiError && (error.status === 410 || error.status === 404);
      if (gone) onGone();
      return gone;
    },
  });
  return (
    <AuthLayout title={t(authWords.setNewPassword)}>
      <h1>{t(authWords.setNewPassword)}</h1>
      <p className={css.lead}>
        {t(authWords.newPasswordText, { b: (parts) => <strong>{parts}</strong>, email, least: passwordMin })}
      </p>
      <form className={css.form} {...form.element}>
        <FormPasswordField
          control={form.control}
          name="password"
          deps={['confirm']}
          label={t(authWords.newPassword)}
          size="large"
          autoComplete="new-password"
          autoFocus
        />
        <FormPasswordField
          control={form.control}
          name="confirm"
          label={t(authWords.repeatNewPassword)}
          size="large"
          autoComplete="new-password"
        />
        <Button type="submit" variant="primary" size="large" block loading={form.busy}>
          {t(authWords.setPassword)}
        </Button>
      </form>
    </AuthLayout>
  );
}

/** Sets a new password with the token of a mail. */
export function Component() {
  const { token = '' } = useParams();
  const seen = useLinkCheck(token, 'reset_password');
  const [gone, setGone] = useState(false);
  const also = <Link to="/forgot-password">{t(authWords.sendNewLink)}</Link>;
  if (gone) return <LinkExpired text={t(authWords.resetLinkUsed)} also={also} />;
  return (
    <LinkGate
      title={t(authWords.setNewPassword)}
      seen={seen}
      waiting={t(authWords.checkingLink)}
      gone={t(authWords.resetLinkUsed)}
      also={also}
    >
      {({ email }) => <ResetForm token={token} email={email} onGone={() => setGone(true)} />}
    </LinkGate>
  );
}
