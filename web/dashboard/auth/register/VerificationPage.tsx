import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Verified } from '#contracts/user/rows.ts';
import { ApiError, errorText } from '../../api/error.ts';
import { http } from '../../api/http.ts';
import { getSession, storeSession } from '../../api/session.ts';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import css from '../AuthForms.module.css';
import { AuthLayout } from '../AuthLayout.tsx';
import { LinkExpired } from '../LinkExpired.tsx';

// The token works once, and React may run an effect twice.
const running = new Map<string, Promise<Verified>>();

type Purpose = Extract<Verified, { purpose: string }>['purpose'];

function verify(token: string): Promise<Verified> {
  const known = running.get(token);
  if (known) return known;
  const answer = http.get<Verified>('/verification', { query: { token }, auth: 'none', inCookie: true });
  running.set(token, answer);
  return answer;
}

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
  const [failure, setFailure] = useState<unknown>(null);
  const [settled, setSettled] = useState<Purpose | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt runs it again
  useEffect(() => {
    let left = false;
    verify(token).then(
      (answer) => {
        if (left) return;
        if ('purpose' in answer) {
          setSettled(answer.purpose);
          return;
        }
        storeSession(answer);
        navigate('/', { replace: true });
      },
      (error: unknown) => {
        running.delete(token);
        if (!left) setFailure(error);
      },
    );
    return () => {
      left = true;
    };
  }, [token, attempt, navigate]);
  if (settled) return <EmailSettled purpose={settled} />;
  const refused =
    failure instanceof ApiError && failure.status >= 400 && failure.status < 500 && failure.status !== 429;
  if (refused) {
    return (
      <LinkExpired
        text={failure.code === 'UserExists' ? t(authWords.emailTakenText) : t(authWords.verificationLinkUsed)}
      />
    );
  }
  return (
    <AuthLayout title={t(authWords.verification)}>
      <h1>{failure ? t(authWords.notVerifiedYet) : t(authWords.verifyingTitle)}</h1>
      {failure ? (
        <div className={css.form}>
          <ErrorState
            title={t(authWords.verificationFailed)}
            text={errorText(failure) ?? ''}
            onRetry={() => {
              setFailure(null);
              setAttempt(attempt + 1);
            }}
          />
        </div>
      ) : (
        <>
          <p className={css.lead}>{t(authWords.verifyingText)}</p>
          <Loading label={t(authWords.verifying)} />
        </>
      )}
    </AuthLayout>
  );
}
