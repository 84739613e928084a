import { apiWords } from '../words/api.en.ts';
import { t } from '../words/t.ts';
import { getActing } from './acting.ts';
import { ApiError } from './error.ts';
import { clearSession, getSession, isOfSomebodyElse, renewSession, type TokenAnswer, tokenSubject } from './session.ts';

declare global {
  /** Asks for a token by the cookie (web/first-view). */
  var askSession: () => Promise<Response>;
  /** What was answered while this script was still loading, for who seemed to be signed in; nothing when it failed. */
  var firstSession: Promise<Response | undefined> | undefined;
}

let running: Promise<string | null> | null = null;

async function ask(): Promise<Response> {
  const first = globalThis.firstSession;
  globalThis.firstSession = undefined;
  try {
    return (await first) ?? (await globalThis.askSession());
  } catch {
    throw new ApiError(0, 'NoConnection', t(apiWords.noConnection));
  }
}

async function renew(used: string): Promise<string | null> {
  const session = getSession();
  if (!session) return null;
  // Another tab may have told of its own while this one waited, or somebody else has signed in.
  if (session.token !== used)
    return used === '' || tokenSubject(session.token) === tokenSubject(used) ? session.token : null;
  if (getActing()) {
    clearSession();
    return null;
  }
  const answer = await ask();
  // A server that is down or busy says nothing about the session.
  if (answer.status >= 500 || answer.status === 429) {
    throw new ApiError(answer.status, 'Unavailable', t(apiWords.busy));
  }
  if (answer.ok) return renewSession(((await answer.json()) as { data: TokenAnswer }).data);
  // A session that somebody else has begun meanwhile was not refused.
  const now = getSession();
  if (now && now.token === used && !isOfSomebodyElse()) clearSession();
  return null;
}

/** A fresh token in place of a refused one, once for all who ask; null after the session has ended, which it announces. */
export function refreshToken(used: string): Promise<string | null> {
  // Of all tabs one asks at a time: each cookie is good once.
  running ??= (navigator.locks?.request('storyrail.session', () => renew(used)) ?? renew(used)).finally(() => {
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
