import { type ReactNode, useState } from 'react';
import type { LinkSeen } from '#contracts/api/link.ts';
import { ApiError, errorText } from '../../api/error.ts';
import { passwordMin } from '../../api/password-min.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormPasswordField } from '../../kit/forms/FormPasswordField.tsx';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import css from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import { useTell } from '../open-messages.ts';
import { useAuthForm } from '../use-auth-form.ts';

interface Opening {
  link: LinkSeen;
  /** Opens the link; throws what the server refuses. */
  open: (proof?: { password?: string; new_password?: string }) => Promise<void>;
  /** Takes over that the link is over: true when it has. */
  onRefused: (error: unknown) => boolean;
}

const b = (parts: ReactNode) => <strong>{parts}</strong>;

const texts = {
  verify_email: { title: authWords.verifyTitle, text: authWords.verifyText, button: authWords.verifyButton },
  confirm_email_change: { title: authWords.confirmTitle, text: authWords.confirmText, button: authWords.confirmButton },
  confirm_sign_in: { title: authWords.signInTitle, text: authWords.signInLinkText, button: authWords.signInLinkButton },
  undo_email_change: { title: authWords.undoTitle, text: authWords.undoText, button: authWords.undoButton },
} as const;

/** A button that opens a link; where that takes the password after all, `onElsewhere` is told. */
function OneClick({ link, open, onRefused, onElsewhere }: Opening & { onElsewhere: () => void }) {
  const tell = useTell();
  const [busy, setBusy] = useState(false);
  const { title, text, button } = texts[link.purpose as keyof typeof texts];
  const click = async () => {
    setBusy(true);
    try {
      await open();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'PasswordRequired') onElsewhere();
      else if (!onRefused(error)) tell(errorText(error), 'error');
    }
  };
  return (
    <AuthLayout title={t(title)}>
      <h1>{t(title)}</h1>
      <p className={css.lead}>{t(text, { b, email: link.email, company: link.company })}</p>
      <div className={css.form}>
        <Button variant="primary" size="large" block loading={busy} onClick={click}>
          {t(button)}
        </Button>
      </div>
    </AuthLayout>
  );
}

/** Asks for the password chosen at sign-up: this is another browser. */
function WithPassword({ link, open, onRefused, onNone }: Opening & { onNone: () => void }) {
  const form = useAuthForm('verify', { start: { password: '' }, send: open, onRefused });
  return (
    <AuthLayout title={t(authWords.verifyTitle)}>
      <h1>{t(authWords.verifyTitle)}</h1>
      <p className={css.lead}>{t(authWords.verifyText, { b, email: link.email, company: link.company })}</p>
      <p className={css.lead}>{t(authWords.verifyElsewhere)}</p>
      <form className={css.form} {...form.element}>
        <FormPasswordField
          control={form.control}
          name="password"
          label={t(authWords.password)}
          size="large"
          autoComplete="current-password"
          autoFocus
        />
        <Button type="submit" variant="primary" size="large" block loading={form.busy}>
          {t(authWords.verifyButton)}
        </Button>
        <Button variant="quiet" size="large" block onClick={onNone}>
          {t(authWords.choseNone)}
        </Button>
      </form>
    </AuthLayout>
  );
}

/** Takes a new password from who did not choose the one of the sign-up, which voids that one. */
function WithNewPassword({ link, open, onRefused, onBack }: Opening & { onBack: () => void }) {
  const form = useAuthForm('reset', {
    start: { password: '', confirm: '' },
    send: ({ password }) => open({ new_password: password }),
    onRefused,
    fieldOf: (path) => (path === 'new_password' ? 'password' : path),
  });
  return (
    <AuthLayout title={t(authWords.choosePassword)}>
      <h1>{t(authWords.choosePassword)}</h1>
      <p className={css.lead}>{t(authWords.choosePasswordText, { b, email: link.email })}</p>
      <form className={css.form} {...form.element}>
        <FormPasswordField
          control={form.control}
          name="password"
          deps={['confirm']}
          label={t(authWords.newPassword)}
          hint={t(authWords.passwordRule, { least: passwordMin })}
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
        <Button variant="quiet" size="large" block onClick={onBack}>
          {t(authWords.usePassword)}
        </Button>
      </form>
    </AuthLayout>
  );
}

/** What a link of a mail asks of whoever opened it: a click, or elsewhere than where the sign-up was made a password. */
export function OpenLink(opening: Opening) {
  const { purpose, same_browser } = opening.link;
  const [asks, setAsks] = useState<'click' | 'password' | 'new'>(
    purpose !== 'verify_email' || same_browser ? 'click' : 'password',
  );
  if (asks === 'click') return <OneClick {...opening} onElsewhere={() => setAsks('password')} />;
  if (asks === 'password') return <WithPassword {...opening} onNone={() => setAsks('new')} />;
  return <WithNewPassword {...opening} onBack={() => setAsks('password')} />;
}
