import { apiWords } from '../words/api.en.ts';
import { t } from '../words/t.ts';
import { ApiError } from './error.ts';
import { clearSession, getSession, isOfSomebodyElse, keepSession, type TokenAnswer, tokenSubject } from './session.ts';

let running: Promise<string | null> | null = null;

async function renew(used: string): Promise<string | null> {
  const session = getSession();
  if (!session) return null;
  // Another tab may have renewed while this one waited for the lock, or somebody else has signed in.
  if (session.token !== used) return tokenSubject(session.token) === tokenSubject(used) ? session.token : null;
  if (!session.refresh_token) return null;
  let response: Response;
  try {
    response = await fetch('/api/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: session.refresh_token }),
    });
  } catch {
    throw new ApiError(0, 'NoConnection', t(apiWords.noConnection));
  }
  // A server that is down or busy says nothing about the session.
  if (response.status >= 500 || response.status === 429) {
    throw new ApiError(response.status, 'Unavailable', t(apiWords.busy));
  }
  if (!response.ok) return null;
  const answer = (await response.json()) as { data: TokenAnswer };
  return keepSession(answer.data).token;
}

async function underLock(used: string): Promise<string | null> {
  const token = navigator.locks
    ? await navigator.locks.request('storyrail.refresh', () => renew(used))
    : await renew(used);
  // A session that somebody else has begun meanwhile was not refused.
  if (token === null && tokenSubject(getSession()?.token) === tokenSubject(used)) clearSession();
  return token;
}

/** A fresh token in place of a refused one, once for all tabs; null after the session has ended, which it announces. */
export function refreshToken(used: string): Promise<string | null> {
  running ??= underLock(used).finally(() => {
    running = null;
  });
  return running;
}

/** The token to send now: renewed beforehand when it has run out; null when signed out, or another person has signed in. */
export async function currentToken(): Promise<string | null> {
  if (isOfSomebodyElse()) return null;
  const session = getSession();
  if (!session) return null;
  return session.expires_at - Date.now() > 5000 ? session.token : refreshToken(session.token);
}
