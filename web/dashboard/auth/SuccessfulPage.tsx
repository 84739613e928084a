import { MailCheck } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
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
    <AuthLayout title="Check Your Inbox">
      <span className={css.tile}>
        <MailCheck size={22} aria-hidden />
      </span>
      <h1>Check Your Inbox</h1>
      <p className={css.lead}>
        {email ? (
          <>
            We have sent a mail to <strong>{email}</strong>. Open the link in it to go on.
          </>
        ) : (
          'We have sent you a mail. Open the link in it to go on.'
        )}
      </p>
      {registered ? <p className={css.lead}>Now it's time to tell great stories!</p> : null}
      <div className={css.links}>
        <Link to="/login">Back to sign in</Link>
        <OutboxLink />
      </div>
    </AuthLayout>
  );
}
