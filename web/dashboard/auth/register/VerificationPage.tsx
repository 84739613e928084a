import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Verified } from '#contracts/user/rows.ts';
import { ApiError } from '../../api/error.ts';
import { http } from '../../api/http.ts';
import { getSession, storeSession } from '../../api/session.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import css from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import { LinkExpired } from '../LinkExpired.tsx';
import { LinkGate } from '../LinkGate.tsx';
import { useLinkCheck } from '../use-link-check.ts';
import { OpenLink } from './OpenLink.tsx';

type Purpose = Extract<Verified, { purpose: string }>['purpose'];

/** Says that signing in works now. */
function ReadyToSignIn() {
  return (
    <AuthLayout title={t(authWords.readyToSignIn)}>
      <h1>{t(authWords.readyToSignIn)}</h1>
      <p className={css.lead}>{t(authWords.readyToSignInText)}</p>
      <div className={css.links}>
        <Link to="/login">{t(authWords.signIn)}</Link>
      </div>
    </AuthLayout>
  );
}

/** Says what a link did that signs nobody in: an e-mail was changed or given back, or a sign-in may go on. */
function EmailSettled({ purpose }: { purpose: Purpose }) {
  if (purpose === 'verify_email' || purpose === 'confirm_sign_in') return <ReadyToSignIn />;
  const undone = purpose === 'undo_email_change';
  const stays = !undone && getSession() !== null;
  const title = undone ? t(authWords.emailBack) : t(authWords.emailConfirmed);
  return (
    <AuthLayout title={title}>
      <h1>{title}</h1>
      <p className={css.lead}>{undone ? t(authWords.emailBackText) : t(authWords.emailConfirmedText)}</p>
      <div className={css.links}>
        {stays ? <Link to="/">{t(authWords.goToDashboard)}</Link> : <Link to="/login">{t(authWords.signIn)}</Link>}
      </div>
    </AuthLayout>
  );
}

/** Verifies an e-mail by the token of a mail and signs in; confirms or undoes a change of it, too. */
export function Component() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const seen = useLinkCheck(token, 'verify_email', 'confirm_email_change', 'undo_email_change', 'confirm_sign_in');
  const [settled, setSettled] = useState<Purpose | null>(null);
  const [gone, setGone] = useState<ApiError | null>(null);
  if (settled) return <EmailSettled purpose={settled} />;
  if (gone) {
    return (
      <LinkExpired
        text={gone.code === 'UserExists' ? t(authWords.emailTakenText) : t(authWords.verificationLinkUsed)}
      />
    );
  }
  const open = async (proof: { password?: string; new_password?: string } = {}) => {
    const answer = await http.post<Verified>('/verification', { token, ...proof }, { auth: 'none', inCookie: true });
    if ('purpose' in answer) return setSettled(answer.purpose);
    storeSession(answer);
    navigate('/', { replace: true });
  };
  const onRefused = (error: unknown): boolean => {
    const over = error instanceof ApiError && [400, 404, 410].includes(error.status);
    if (over) setGone(error);
    return over;
  };
  return (
    <LinkGate
      title={t(authWords.verification)}
      seen={seen}
      waiting={t(authWords.checkingLink)}
      gone={t(authWords.verificationLinkUsed)}
    >
      {(link) => <OpenLink link={link} open={open} onRefused={onRefused} />}
    </LinkGate>
  );
}
