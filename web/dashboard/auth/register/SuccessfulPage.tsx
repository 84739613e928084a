import { MailCheck } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import css from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import { OutboxLink } from './OutboxLink.tsx';

/** What the page before hands over. */
export interface SentMail {
  email?: string;
  registered?: boolean;
}

/** Says that a mail is on its way, and to whom. */
export function Component() {
  const { email, registered } = (useLocation().state ?? {}) as SentMail;
  return (
    <AuthLayout title={t(authWords.mailSentTitle)}>
      <span className={css.tile}>
        <MailCheck size={22} aria-hidden />
      </span>
      <h1>{t(authWords.mailSentTitle)}</h1>
      <p className={css.lead}>
        {email ? t(authWords.mailSentTo, { b: (parts) => <strong>{parts}</strong>, email }) : t(authWords.mailSent)}
      </p>
      {registered ? <p className={css.lead}>{t(authWords.registeredText)}</p> : null}
      <div className={css.links}>
        <Link to="/login">{t(authWords.backToSignIn)}</Link>
        <OutboxLink />
      </div>
    </AuthLayout>
  );
}
