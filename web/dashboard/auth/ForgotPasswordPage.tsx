import { Link, useNavigate } from 'react-router';
import { http } from '../api/http.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Asks for a mail with a link to set a new password. */
export function Component() {
  const navigate = useNavigate();
  const form = useAuthForm('forgot', {
    start: { email: '' },
    send: async ({ email }) => {
      await http.post('/forgot_password', { email }, { auth: 'none' });
      navigate('/successful', { state: { email } });
    },
  });
  return (
    <AuthLayout title={t(authWords.resetPassword)}>
      <h1>{t(authWords.resetPassword)}</h1>
      <p className={css.lead}>{t(authWords.resetPasswordText)}</p>
      <form className={css.form} {...form.element}>
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
        <Button type="submit" variant="primary" size="large" block loading={form.busy}>
          {t(authWords.sendLink)}
        </Button>
      </form>
      <p className={css.after}>
        <Link to="/login">{t(authWords.backToSignIn)}</Link>
      </p>
    </AuthLayout>
  );
}
