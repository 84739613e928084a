import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Verified } from '#contracts/user/rows.ts';
import { ApiError, errorText } from '../api/error.ts';
import { http } from '../api/http.ts';
import { getSession, storeSession } from '../api/session.ts';
import { ErrorState } from '../kit/ErrorState.tsx';
import { Loading } from '../kit/Skeleton.tsx';
import css from './AuthForms.module.css';
import { AuthLayout } from './AuthLayout.tsx';
import { LinkExpired } from './LinkExpired.tsx';

// The token works once, and React may run an effect twice.
const running = new Map<string, Promise<Verified>>();

type Purpose = Extract<Verified, { purpose: string }>['purpose'];

function verify(token: string): Promise<Verified> {
  const known = running.get(token);
  if (known) return known;
  const answer = http.get<Verified>('/verification', { query: { token }, auth: 'none' });
  running.set(token, answer);
  return answer;
}

/** Says that an e-mail was changed or given back, which signs nobody in. */
function EmailSettled({ purpose }: { purpose: Purpose }) {
  const undone = purpose === 'undo_email_change';
  const stays = !undone && getSession() !== null;
  const title = undone ? 'Your email is back' : 'Your new email is confirmed';
  return (
    <AuthLayout title={title}>
      <h1>{title}</h1>
      <p className={css.lead}>
        {undone
          ? 'Everyone was signed out, and the old password no longer works. We have mailed you a link to set a new one.'
          : 'Use it the next time you sign in. Your other sessions were signed out.'}
      </p>
      <div className={css.links}>
        {stays ? <Link to="/">Go to the dashboard</Link> : <Link to="/login">Sign in</Link>}
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
        text={
          failure.code === 'UserExists'
            ? 'This email belongs to another account now, so it stays there.'
            : 'This link has been used or has expired. Sign in to get a new one.'
        }
      />
    );
  }
  return (
    <AuthLayout title="Verification">
      <h1>{failure ? 'Not verified yet' : 'Verifying your e-mail'}</h1>
      {failure ? (
        <div className={css.form}>
          <ErrorState
            title="The check did not work"
            text={errorText(failure) ?? ''}
            onRetry={() => {
              setFailure(null);
              setAttempt(attempt + 1);
            }}
          />
        </div>
      ) : (
        <>
          <p className={css.lead}>One moment, then you are in.</p>
          <Loading label="Verifying" />
        </>
      )}
    </AuthLayout>
  );
}
