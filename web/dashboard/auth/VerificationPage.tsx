import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError, errorText } from '../api/error.ts';
import { http } from '../api/http.ts';
import { startSession, type TokenAnswer } from '../api/session.ts';
import { ErrorState } from '../kit/ErrorState.tsx';
import { Loading } from '../kit/Skeleton.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { LinkExpired } from './LinkExpired.tsx';

// The token works once, and React may run an effect twice.
const running = new Map<string, Promise<TokenAnswer>>();

function verify(token: string): Promise<TokenAnswer> {
  const known = running.get(token);
  if (known) return known;
  const answer = http.get<TokenAnswer>('/verification', { query: { token }, auth: 'none' });
  running.set(token, answer);
  return answer;
}

/** Confirms an e-mail address by the token of a mail, and signs in. */
export function Component() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt runs it again
  useEffect(() => {
    let left = false;
    verify(token).then(
      (answer) => {
        if (left) return;
        startSession(answer);
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
  const refused =
    failure instanceof ApiError && failure.status >= 400 && failure.status < 500 && failure.status !== 429;
  if (refused) {
    return (
      <LinkExpired
        text="This link was used or has expired. Sign in, and we send you a new one when you need it."
        next={<Link to="/login">Sign in</Link>}
      />
    );
  }
  return (
    <AuthLayout title="Verification">
      <h1>{failure ? 'Not verified yet' : 'Verifying your e-mail'}</h1>
      {failure ? (
        <div className="auth-form">
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
          <p className="auth-lead">One moment, then you are in.</p>
          <Loading label="Verifying" />
        </>
      )}
    </AuthLayout>
  );
}
